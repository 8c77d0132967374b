#include <fcntl.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <thread>

#include "faulty_files.hpp"
#include "logs.hpp"
#include "tandem/wal/storage/lock_file.hpp"
#include "tandem/wal/storage/segment_supply.hpp"

namespace tandem::wal::test {
namespace {

using std::chrono::milliseconds;

/** Runs in a process of its own; returns its exit code. */
template <typename Code>
int inChild(const Code& code) {
  const pid_t child = fork();
  if (child == 0) {
    _exit(code());
  }
  int status = 0;
  waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

/** Whether another process than this one has a lock, as the system tells it. */
bool systemHoldsLock(const fs::path& file) {
  const Descriptor opened = Descriptor::open(file, O_RDONLY);
  struct flock lock {};
  lock.l_type = F_RDLCK;
  lock.l_whence = SEEK_SET;
  return fcntl(opened.number(), F_GETLK, &lock) == 0 && lock.l_type == F_WRLCK;
}

void appendUntilRefused(Wal& wal, AppendStatus expected) {
  AppendResult result{};
  do {
    result = wal.append(1, bytesOf(bodyOf(wal.nextSequence())));
  } while (result.appended());
  EXPECT_STREQ(nameOf(result.status), nameOf(expected));
}

TEST(WalFault, AFailedForceEndsTheLogForGood) {
  const TempDirectory directory;
  FaultyFiles files;
  WalConfig config = small();
  config.files = &files;
  Wal wal = Wal::open(directory.path(), config);
  appendTo(wal, 5);
  ASSERT_EQ(awaitAll(wal, Durability::SYNCED), ConfirmStatus::CONFIRMED);
  files.failForces();
  const AppendResult last = wal.append(1, bytesOf("lost"));
  ASSERT_TRUE(last.appended());
  EXPECT_EQ(wal.confirmations().await(last.sequence, Durability::SYNCED), ConfirmStatus::POISONED);
  // What was confirmed before stays so.
  EXPECT_TRUE(wal.confirmations().isConfirmed(4, Durability::SYNCED));
  EXPECT_EQ(wal.append(1, bytesOf("late")).status, AppendStatus::POISONED);
  ASSERT_NE(wal.failure(), nullptr);
  EXPECT_NE(wal.failure()->find("force: Input/output error"), std::string::npos) << *wal.failure();
  EXPECT_NE(wal.failure()->find("segment-0000"), std::string::npos) << *wal.failure();
  EXPECT_FALSE(wal.hasRoom(1));
  EXPECT_THROW(wal.close(), WalException);
  const auto found = read(directory.path());
  EXPECT_GE(found.size(), 5U);
}

TEST(WalFault, AFailedWriteEndsTheLogForGood) {
  const TempDirectory directory;
  FaultyFiles files;
  WalConfig config = small();
  config.files = &files;
  config.durability = Durability::WRITTEN;
  Wal wal = Wal::open(directory.path(), config);
  appendTo(wal, 5);
  ASSERT_EQ(awaitAll(wal, Durability::WRITTEN), ConfirmStatus::CONFIRMED);
  files.failWrites();
  const AppendResult last = wal.append(1, bytesOf("lost"));
  ASSERT_TRUE(last.appended());
  EXPECT_EQ(wal.confirmations().await(last.sequence, Durability::WRITTEN), ConfirmStatus::POISONED);
  appendUntilRefused(wal, AppendStatus::POISONED);
  EXPECT_THROW(wal.close(), WalException);
  EXPECT_EQ(read(directory.path()), bodies(0, 5));
}

TEST(WalFault, AFullDiskIsKnownBeforeItHurts) {
  const TempDirectory directory;
  FaultyFiles files;
  WalConfig config = small();
  config.files = &files;
  Wal wal = Wal::open(directory.path(), config);
  ASSERT_TRUE(wal.awaitReserve());
  files.usable(0);
  appendUntilRefused(wal, AppendStatus::FULL);
  EXPECT_FALSE(wal.hasRoom(1));
  EXPECT_EQ(wal.failure(), nullptr);
  const std::int64_t next = wal.nextSequence();
  ASSERT_EQ(awaitAll(wal, Durability::SYNCED), ConfirmStatus::CONFIRMED);
  files.usable(-1);
  while (!wal.hasRoom(1)) {
    std::this_thread::sleep_for(milliseconds(5));
  }
  appendTo(wal, 100);
  wal.close();
  EXPECT_EQ(read(directory.path()), bodies(0, next + 100));
}

/**
 * A disk may be found full just behind an append's look for a segment: what it asks then must not
 * say that there is none, for the reserve is whole.
 */
TEST(WalFault, AFullDiskIsNoReasonToRefuseWhileThereIsAReserve) {
  const TempDirectory directory;
  FaultyFiles files;
  WalConfig config = small();
  config.files = &files;
  config.segmentsAhead = 3;
  config.segmentsInReserve = 2;
  SegmentSupply supply(
      config, SegmentMaker(directory.path(), config, 1, 1, [] { return std::int64_t{1}; }), 0,
      [](const std::string& failure) { ADD_FAILURE() << failure; }, [] {});
  std::thread thread([&] { supply.run(); });
  const auto until = [](const auto& isSo) {
    while (!isSo()) {
      std::this_thread::sleep_for(milliseconds(1));
    }
  };
  until([&] { return supply.readyCount() == 3; });
  files.usable(0);
  EXPECT_NE(supply.poll(), nullptr);
  until([&] { return supply.isOutOfRoom(); });
  for (int i = 0; i < 2; i++) {
    EXPECT_FALSE(supply.isExhausted());
    EXPECT_NE(supply.poll(), nullptr);
  }
  EXPECT_TRUE(supply.isExhausted());
  EXPECT_EQ(supply.poll(), nullptr);
  supply.stop();
  thread.join();
  supply.abandonGiven();
}

TEST(WalFault, ASegmentWhoseNameMayNotBeDurableIsTakenBack) {
  const TempDirectory directory;
  FaultyFiles files;
  WalConfig config = small();
  config.files = &files;
  SegmentMaker maker(directory.path(), config, 1, 1, [] { return std::int64_t{1}; });
  files.failSyncs();
  EXPECT_THROW(maker.make(1, {}), IoException);
  EXPECT_TRUE(fs::is_empty(directory.path()));
}

TEST(WalFault, ABrokenDiskIsNotAFullOne) {
  const TempDirectory directory;
  FaultyFiles files;
  WalConfig config = small();
  config.files = &files;
  const SegmentMaker maker(directory.path(), config, 1, 1, [] { return std::int64_t{1}; });
  files.usable(0);
  EXPECT_FALSE(maker.isFull(systemError(directory.path(), "force", EIO)));
  EXPECT_TRUE(maker.isFull(systemError(directory.path(), "force", ENOSPC)));
}

TEST(WalFault, ALogIsNotBegunWithoutRoom) {
  const TempDirectory directory;
  FaultyFiles files;
  files.usable(1'000);
  WalConfig config = small();
  config.files = &files;
  try {
    Wal::open(directory / "log", config);
    FAIL() << "opened without room";
  } catch (const WalException& refused) {
    EXPECT_NE(std::string(refused.what()).find(": no room on the disk for a segment: 11288 bytes"),
              std::string::npos)
        << refused.what();
  }
  EXPECT_TRUE(fs::is_empty(directory.path()));
}

TEST(WalFault, ASmallDiskTurnsFullAndEmptiesAgain) {
  const TempDirectory directory;
  const fs::path disk = directory / "disk";
  fs::create_directory(disk);
  if (mount("tmpfs", disk.c_str(), "tmpfs", 0, "size=64k") != 0) {
    GTEST_SKIP() << "SKIPPED: no right to mount a small disk";
  }
  std::int64_t next = 0;
  {
    Wal wal = Wal::open(disk / "log", small());
    ASSERT_TRUE(wal.awaitReserve());
    appendUntilRefused(wal, AppendStatus::FULL);
    ASSERT_EQ(awaitAll(wal, Durability::SYNCED), ConfirmStatus::CONFIRMED);
    next = wal.nextSequence();
    EXPECT_GT(next, 300);
    wal.retainFrom(next - 20);
    while (!wal.hasRoom(1)) {
      std::this_thread::sleep_for(milliseconds(5));
    }
    appendTo(wal, 50);
    wal.close();
  }
  const auto kept = read(disk / "log");
  EXPECT_EQ(kept, bodies(next + 50 - static_cast<std::int64_t>(kept.size()), next + 50));
  umount(disk.c_str());
}

TEST(WalFault, ALimitOfTheFilesSizeIsAnErrorAndNoFullDisk) {
  const TempDirectory directory;
  const int code = inChild([&] {
    signal(SIGXFSZ, SIG_IGN);
    WalConfig config = small();
    config.segmentBytes = 64 << 10;
    Wal wal = Wal::open(directory.path(), config);
    // The limit is to stop the writer, and not the making of a segment.
    while (wal.statistics().segments.ready < 2) {
      std::this_thread::sleep_for(milliseconds(1));
    }
    const rlimit limit{8 << 10, 8 << 10};
    if (setrlimit(RLIMIT_FSIZE, &limit) != 0) {
      return 2;
    }
    std::int64_t acknowledged = -1;
    while (true) {
      const AppendResult result = wal.append(1, bytesOf(bodyOf(wal.nextSequence())));
      if (!result.appended() || wal.confirmations().await(result.sequence, Durability::SYNCED) !=
                                    ConfirmStatus::CONFIRMED) {
        break;
      }
      acknowledged = result.sequence;
    }
    const bool poisoned =
        wal.failure() != nullptr && wal.failure()->find("File too large") != std::string::npos;
    return poisoned && acknowledged > 20 ? 0 : 1;
  });
  EXPECT_EQ(code, 0);
  // Somewhere within the first segment; what was acknowledged is there.
  const auto found = read(directory.path());
  EXPECT_GT(found.size(), 21U);
  EXPECT_EQ(found, bodies(0, static_cast<std::int64_t>(found.size())));
}

TEST(WalLock, TheLockIsHeldByOneOfThisProcess) {
  const TempDirectory directory;
  EXPECT_FALSE(LockFile::isHeld(directory.path()));
  {
    Wal wal = Wal::open(directory.path(), small());
    EXPECT_TRUE(LockFile::isHeld(directory.path()));
    try {
      Wal::open(directory.path(), small());
      FAIL() << "opened twice";
    } catch (const WalLockedException& locked) {
      EXPECT_EQ(locked.holder(), getpid());
    }
    EXPECT_TRUE(LockFile::isHeld(directory.path()));
    // Neither the second one nor the looks have freed the lock of the first.
    EXPECT_EQ(inChild([&] { return systemHoldsLock(directory / "wal.lock") ? 0 : 1; }), 0);
    appendTo(wal, 1);
  }
  EXPECT_FALSE(LockFile::isHeld(directory.path()));
  std::string pid = std::to_string(getpid());
  pid.resize(32, ' ');
  EXPECT_EQ(contents(directory / "wal.lock"), pid);
}

// By whatever name it is opened: here it gets another one meanwhile, as by a bind mount.
TEST(WalLock, ADirectoryUnderAnotherNameIsTheSame) {
  const TempDirectory directory;
  std::filesystem::create_directory(directory / "one");
  const LockFile lock(directory / "one");
  std::filesystem::rename(directory / "one", directory / "other");
  EXPECT_TRUE(LockFile::isHeld(directory / "other"));
  EXPECT_THROW(LockFile(directory / "other"), WalLockedException);
  EXPECT_EQ(inChild([&] { return systemHoldsLock(directory / "other" / "wal.lock") ? 0 : 1; }), 0);
}

/** Takes the lock as another copy of the library in this process does, or a virtual machine. */
Descriptor takenElsewhere(const std::filesystem::path& path) {
  Descriptor file = Descriptor::open(path, O_RDWR | O_CREAT);
  struct flock lock {};
  lock.l_type = F_WRLCK;
  lock.l_whence = SEEK_SET;
  EXPECT_EQ(fcntl(file.number(), F_SETLK, &lock), 0);
  return file;
}

TEST(WalLock, ALockOfAnotherCopyOfTheLibraryIsNotDropped) {
  const TempDirectory directory;
  const Descriptor other = takenElsewhere(directory / "wal.lock");
  EXPECT_TRUE(LockFile::isHeld(directory.path()));
  EXPECT_THROW(LockFile(directory.path()), WalLockedException);
  EXPECT_EQ(inChild([&] { return systemHoldsLock(directory / "wal.lock") ? 0 : 1; }), 0);
}

TEST(WalLock, TheLockIsHeldByAnotherProcess) {
  const TempDirectory directory;
  int ready[2];
  int over[2];
  ASSERT_EQ(pipe(ready), 0);
  ASSERT_EQ(pipe(over), 0);
  const pid_t child = fork();
  if (child == 0) {
    const LockFile lock(directory.path());
    char any = 'x';
    const bool reported = ::write(ready[1], &any, 1) == 1 && ::read(over[0], &any, 1) == 1;
    _exit(reported ? 0 : 1);
  }
  char any = 0;
  ASSERT_EQ(::read(ready[0], &any, 1), 1);
  EXPECT_TRUE(LockFile::isHeld(directory.path()));
  try {
    const LockFile lock(directory.path());
    FAIL() << "taken twice";
  } catch (const WalLockedException& locked) {
    EXPECT_EQ(locked.holder(), child);
  }
  kill(child, SIGKILL);
  waitpid(child, nullptr, 0);
  EXPECT_FALSE(LockFile::isHeld(directory.path()));
  const LockFile lock(directory.path());
  for (const int end : {ready[0], ready[1], over[0], over[1]}) {
    close(end);
  }
}

}  // namespace
}  // namespace tandem::wal::test
