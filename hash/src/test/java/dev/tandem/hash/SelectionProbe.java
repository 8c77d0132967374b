package dev.tandem.hash;

/** The program that {@link SelectionTest} runs. */
final class SelectionProbe {

  private SelectionProbe() {}

  public static void main(String[] args) {
    SectorList list = new SectorList(SectorLayout.T10).add(Inputs.ramp(8320));
    System.out.printf("CHOICE %s %016x%n", Hashing.implementation(), Hashing.xxh3().hash(list));
  }
}
