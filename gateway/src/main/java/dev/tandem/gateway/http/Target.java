package dev.tandem.gateway.http;

import dev.tandem.gateway.json.BadRequestException;

/**
 * The target of a request line.
 *
 * @param host as an absolute target names it, which then counts in place of the field Host; null if
 *     the target is a path alone
 * @param path with the query
 */
record Target(String host, String path) {

  private static final String[] SCHEMES = {"http://", "https://"};

  /**
   * A path, or an absolute address.
   *
   * @throws BadRequestException if it is neither
   */
  static Target of(String uri) throws BadRequestException {
    if (uri.startsWith("/")) {
      return new Target(null, uri);
    }
    for (String scheme : SCHEMES) {
      if (uri.regionMatches(true, 0, scheme, 0, scheme.length())) {
        return absolute(uri, scheme.length());
      }
    }
    throw malformed();
  }

  private static Target absolute(String uri, int from) throws BadRequestException {
    int end = from;
    while (end < uri.length() && "/?#".indexOf(uri.charAt(end)) < 0) {
      end++;
    }
    String host = uri.substring(from, end);
    if (host.isEmpty() || host.indexOf('@') >= 0) {
      throw malformed();
    }
    String path = uri.substring(end);
    return new Target(host, path.startsWith("/") ? path : "/" + path);
  }

  private static BadRequestException malformed() {
    return new BadRequestException("malformed address: neither a path nor http:// and a host");
  }
}
