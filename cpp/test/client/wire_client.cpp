// A client of a gateway: logs on, sends one message of each kind and prints what it is answered.
// WireInCppTest runs it:  tandem-wire-client PORT KEY

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <stdexcept>

#include "tandem/client/wire/cancel_order.hpp"
#include "tandem/client/wire/execution_report.hpp"
#include "tandem/client/wire/fill.hpp"
#include "tandem/client/wire/follow_user.hpp"
#include "tandem/client/wire/heartbeat.hpp"
#include "tandem/client/wire/logon.hpp"
#include "tandem/client/wire/logon_accepted.hpp"
#include "tandem/client/wire/logout.hpp"
#include "tandem/client/wire/move_order.hpp"
#include "tandem/client/wire/place_order.hpp"
#include "tandem/client/wire/reduce_order.hpp"
#include "tandem/client/wire/reject.hpp"
#include "tandem/client/wire/side.hpp"
#include "tandem/client/wire/time_in_force.hpp"

namespace tandem::client::wire {
namespace {

constexpr i64 kUser = 1;
constexpr i32 kSymbol = 1;
constexpr int kCommands = 6;

class Connection {
 public:
  explicit Connection(u16 port) : socket_(socket(AF_INET, SOCK_STREAM, 0)) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(port);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    if (connect(socket_, reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0) {
      throw std::runtime_error("no gateway");
    }
  }

  /** Room for the next message to send. */
  std::span<std::byte> room() { return bytes_; }

  template <typename M>
  void send(const M&) {
    if (write(socket_, bytes_.data(), M::length()) != static_cast<ssize_t>(M::length())) {
      throw std::runtime_error("not sent");
    }
  }

  /** The next message: its template; 0 at the end. */
  u16 next() {
    if (!fill(0, kHeader)) {
      return 0;
    }
    const Header header = *Header::of(bytes_);
    if (header.blockLength > bytes_.size() - kHeader || !fill(kHeader, header.blockLength)) {
      throw std::runtime_error("no whole message");
    }
    return header.templateId;
  }

 private:
  bool fill(std::size_t at, std::size_t bytes) {
    while (bytes > 0) {
      const ssize_t n = read(socket_, bytes_.data() + at, bytes);
      if (n <= 0) {
        return false;
      }
      at += static_cast<std::size_t>(n);
      bytes -= static_cast<std::size_t>(n);
    }
    return true;
  }

  int socket_;
  std::array<std::byte, 512> bytes_{};
};

u8 codeOf(Side side) { return static_cast<u8>(side); }

void sendAll(Connection& to, const char* key) {
  Logon logon;
  to.send(logon.start(to.room()).key(key).session(3).heartbeatMillis(60000));
  FollowUser follow;
  to.send(follow.start(to.room()).user(kUser));
  PlaceOrder place;
  to.send(place.start(to.room())
              .sequence(1)
              .user(kUser)
              .order(7)
              .price(30)
              .quantity(50)
              .symbol(kSymbol)
              .side(codeOf(Side::kSell)));
  to.send(place.start(to.room())
              .sequence(2)
              .user(kUser + 1)
              .order(8)
              .price(30)
              .quantity(20)
              .symbol(kSymbol)
              .side(codeOf(Side::kBuy))
              .timeInForce(static_cast<u8>(TimeInForce::kIoc)));
  MoveOrder move;
  to.send(move.start(to.room()).sequence(3).user(kUser).order(7).price(31).symbol(kSymbol));
  ReduceOrder reduce;
  to.send(reduce.start(to.room()).sequence(4).user(kUser).order(7).quantity(10).symbol(kSymbol));
  CancelOrder cancel;
  to.send(cancel.start(to.room()).sequence(5).user(kUser).order(7).symbol(kSymbol));
  to.send(cancel.start(to.room()).sequence(6).user(kUser).order(7).symbol(kSymbol));
  Heartbeat heartbeat;
  to.send(heartbeat.start(to.room()).number(99));
}

void printAll(Connection& from) {
  int answered = 0;
  for (u16 next = from.next(); next != 0; next = from.next()) {
    switch (next) {
      case LogonAccepted::kId: {
        LogonAccepted m;
        m.over(from.room());
        std::printf("accepted session=%d heartbeat=%u\n", m.session(), m.heartbeatMillis());
        break;
      }
      case ExecutionReport::kId: {
        ExecutionReport m;
        m.over(from.room());
        std::printf("report %ld order=%ld code=%d price=%ld filled=%ld open=%ld released=%ld\n",
                    m.sequence(), m.order(), m.code(), m.price(), m.filled(), m.open(),
                    m.released());
        answered++;
        break;
      }
      case Fill::kId: {
        Fill m;
        m.over(from.room());
        std::printf("fill order=%ld price=%ld quantity=%ld side=%d options=%d\n", m.order(),
                    m.price(), m.quantity(), m.side(), m.options());
        break;
      }
      case Reject::kId: {
        Reject m;
        m.over(from.room());
        std::printf("reject %ld order=%ld code=%d\n", m.sequence(), m.order(), m.code());
        answered++;
        break;
      }
      case Heartbeat::kId: {
        Heartbeat m;
        m.over(from.room());
        std::printf("heartbeat %ld\n", m.number());
        break;
      }
      case Logout::kId: {
        Logout m;
        m.over(from.room());
        std::printf("logout %d\n", m.code());
        break;
      }
      default:
        std::printf("template %d\n", next);
    }
    if (answered == kCommands) {
      // After a logout no answer is waited for.
      Logout logout;
      from.send(logout.start(from.room()).code(1));
      answered = 0;
    }
  }
}

}  // namespace
}  // namespace tandem::client::wire

int main(int argc, char** argv) {
  if (argc != 3) {
    std::fprintf(stderr, "usage: tandem-wire-client PORT KEY\n");
    return 2;
  }
  tandem::client::wire::Connection gateway(static_cast<tandem::u16>(std::atoi(argv[1])));
  tandem::client::wire::sendAll(gateway, argv[2]);
  tandem::client::wire::printAll(gateway);
  return 0;
}
