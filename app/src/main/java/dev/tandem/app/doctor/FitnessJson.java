package dev.tandem.app.doctor;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tandem.doctor.FitnessReport;
import dev.tandem.doctor.Interval;
import dev.tandem.doctor.OwnThreads;

/** What a watch saw, as JSON. */
final class FitnessJson {

  private FitnessJson() {}

  static void put(ObjectNode object, FitnessReport report) {
    object.put("verdict", report.verdict().toString());
    report.reasons().forEach(object.putArray("reasons")::add);
    report.changes().forEach(object.putArray("changes")::add);
    ObjectNode outside = object.putObject("outside");
    outside.put("verdict", report.outside().verdict().toString());
    report.outside().reasons().forEach(outside.putArray("reasons")::add);
    Interval whole = report.whole();
    ObjectNode watched = object.putObject("watched");
    watched.put("tookNs", Math.round(whole.seconds() * 1e9));
    watched.put("cpus", whole.cpus());
    watched.put("ownPercent", whole.ownPercent());
    watched.put("foreignPercent", whole.foreignPercent());
    watched.put("stealPercent", whole.stealPercent());
    watched.put("cpuPressurePercent", reported(whole.cpuPressurePercent()));
    watched.put("ioPressurePercent", reported(whole.ioPressurePercent()));
    watched.put("memoryPressurePercent", reported(whole.memoryPressurePercent()));
    watched.put("throttledPercent", whole.throttledPercent());
    watched.put("slowedPercent", Math.round(whole.slowedPercent() * 100) / 100.0);
    watched.put("hotEvents", whole.hotEvents());
    OwnThreads threads = whole.threads();
    watched.put("voluntarySwitches", reported(threads.voluntary()));
    watched.put("involuntarySwitches", reported(threads.involuntary()));
    watched.put("migrations", reported(threads.migrations()));
    watched.put("waitedMillis", reported(threads.waitedMillis()));
    watched.put("waitedPercent", reported(threads.waitedPercent()));
  }

  private static Double reported(double value) {
    return Double.isNaN(value) ? null : value;
  }

  private static Long reported(long count) {
    return count < 0 ? null : count;
  }
}
