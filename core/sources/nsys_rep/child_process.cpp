// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sources/nsys_rep/child_process.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <mutex>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <system_error>
#include <unistd.h>

extern char** environ; // NOLINT(readability-redundant-declaration): not every unistd.h has it

namespace nv::nsys {
namespace {

using Clock = std::chrono::steady_clock;

constexpr int kLookMs = 20;                                // between two looks at the stop token
constexpr int kSoonMs = 2;                                 // its output has ended: it is about to
constexpr std::size_t kKeptBytes = std::size_t{16} * 1024; // of its output
constexpr int kMaxDrains = 64;                             // of a block each, once it has ended

/// The read end and the write end of what the child prints.
struct Pipe
{
    std::array<int, 2> ends{-1, -1};

    ~Pipe()
    {
        closeEnd(0);
        closeEnd(1);
    }

    void closeEnd(std::size_t i)
    {
        if (ends[i] >= 0)
            ::close(ends[i]);
        ends[i] = -1;
    }

    bool open()
    {
        if (::pipe(ends.data()) != 0)
            return false;
        for (const int end : ends)
            ::fcntl(end, F_SETFD, FD_CLOEXEC);
        return ::fcntl(ends[0], F_SETFL, O_NONBLOCK) == 0;
    }
};

/// What posix_spawn is told: the streams, a group of its own, no signal blocked or ignored.
class SpawnPlan
{
public:
    explicit SpawnPlan(int output)
    {
        posix_spawn_file_actions_init(&m_actions);
        posix_spawn_file_actions_addopen(&m_actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
        posix_spawn_file_actions_adddup2(&m_actions, output, STDOUT_FILENO);
        posix_spawn_file_actions_adddup2(&m_actions, output, STDERR_FILENO);
        posix_spawnattr_init(&m_attributes);
        posix_spawnattr_setpgroup(&m_attributes, 0);
        sigset_t signals{};
        sigemptyset(&signals);
        posix_spawnattr_setsigmask(&m_attributes, &signals);
        sigaddset(&signals, SIGPIPE);
        sigaddset(&signals, SIGINT);
        sigaddset(&signals, SIGTERM);
        posix_spawnattr_setsigdefault(&m_attributes, &signals);
        posix_spawnattr_setflags(&m_attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK
                                                    | POSIX_SPAWN_SETSIGDEF);
    }

    ~SpawnPlan()
    {
        posix_spawnattr_destroy(&m_attributes);
        posix_spawn_file_actions_destroy(&m_actions);
    }

    SpawnPlan(const SpawnPlan&) = delete;
    SpawnPlan& operator=(const SpawnPlan&) = delete;

    int start(pid_t& pid, const std::string& program, char** arguments, char** environment)
    {
        return posix_spawn(&pid, program.c_str(), &m_actions, &m_attributes, arguments,
                           environment);
    }

private:
    posix_spawn_file_actions_t m_actions{};
    posix_spawnattr_t m_attributes{};
};

std::vector<char*> pointers(std::vector<std::string>& texts)
{
    std::vector<char*> out;
    out.reserve(texts.size() + 1);
    for (std::string& text : texts)
        out.push_back(text.data());
    out.push_back(nullptr);
    return out;
}

std::vector<std::string> environmentFor(const ChildCommand& command)
{
    constexpr std::string_view kTemporary = "TMPDIR=";
    std::vector<std::string> out;
    for (char** variable = environ; variable != nullptr && *variable != nullptr; ++variable)
        if (command.temporaryFolder.empty()
            || std::string_view(*variable).substr(0, kTemporary.size()) != kTemporary)
            out.emplace_back(*variable);
    if (!command.temporaryFolder.empty())
        out.push_back(std::string(kTemporary) + command.temporaryFolder.string());
    return out;
}

class Child
{
public:
    Child(pid_t pid, Pipe& output, const OutputListener& listener)
        : m_pid(pid)
        , m_output(output)
        , m_listener(listener)
    {}

    ~Child() { end(); }

    Child(const Child&) = delete;
    Child& operator=(const Child&) = delete;

    /// Sleeps until something is printed, at most for a look.
    void wait()
    {
        pollfd one{m_output.ends[0], POLLIN, 0};
        if (one.fd < 0)
            ::poll(nullptr, 0, kSoonMs);
        else if (::poll(&one, 1, kLookMs) > 0)
            read();
    }

    /// Has it ended?  It stays a zombie, so that its number means the group until end().
    bool hasEnded() const
    {
        siginfo_t info{};
        const int code =
            ::waitid(P_PID, static_cast<id_t>(m_pid), &info, WEXITED | WNOHANG | WNOWAIT);
        return code != 0 ? errno != EINTR : info.si_pid == m_pid;
    }

    /// Ends the whole group, whatever is left of it.
    void end()
    {
        if (m_pid <= 0)
            return;
        ::kill(-m_pid, SIGKILL);
        while (::waitpid(m_pid, &m_status, 0) < 0 && errno == EINTR) {
        }
        m_pid = 0;
    }

    ChildOutcome outcome()
    {
        for (int i = 0; i < kMaxDrains && m_output.ends[0] >= 0 && read(); ++i) {
        }
        ChildOutcome out;
        if (WIFSIGNALED(m_status))
            out.signal = WTERMSIG(m_status);
        else
            out.exitCode = WEXITSTATUS(m_status);
        out.output = std::move(m_text);
        return out;
    }

private:
    /// One block; false when there is none now.
    bool read()
    {
        std::array<char, 4096> block{};
        const ssize_t size = ::read(m_output.ends[0], block.data(), block.size());
        if (size < 0 && (errno == EAGAIN || errno == EINTR))
            return false;
        if (size <= 0) {
            m_output.closeEnd(0);
            return false;
        }
        const std::string_view text(block.data(), static_cast<std::size_t>(size));
        if (m_listener)
            m_listener(text);
        m_text += text;
        if (m_text.size() > 2 * kKeptBytes)
            m_text.erase(0, m_text.size() - kKeptBytes);
        return true;
    }

    pid_t m_pid;
    Pipe& m_output;
    const OutputListener& m_listener;
    int m_status = 0;
    std::string m_text;
};

Result<pid_t> start(const ChildCommand& command, Pipe& pipe)
{
    // Between pipe() and FD_CLOEXEC another spawn would hand our pipe to its child.
    static std::mutex mutex;
    const std::lock_guard lock(mutex);
    std::vector<std::string> words{command.program.string()};
    words.insert(words.end(), command.arguments.begin(), command.arguments.end());
    std::vector<std::string> variables = environmentFor(command);
    pid_t pid = 0;
    int code = pipe.open() ? 0 : errno;
    if (code == 0)
        code = SpawnPlan(pipe.ends[1])
                   .start(pid, words[0], pointers(words).data(), pointers(variables).data());
    pipe.closeEnd(1);
    if (code != 0)
        return Error{Errc::Io,
                     command.program.string()
                         + " cannot be started: " + std::generic_category().message(code) + ".",
                     {}};
    return pid;
}

} // namespace

Result<ChildOutcome> runChild(const ChildCommand& command, const std::stop_token& stop,
                              const OutputListener& onOutput)
{
    const Clock::time_point begin = Clock::now();
    Pipe pipe;
    NV_TRY(pid, start(command, pipe));
    Child child(pid, pipe, onOutput);
    bool timedOut = false;
    while (!child.hasEnded() && !timedOut) {
        if (stop.stop_requested())
            return Error{Errc::Cancelled, "Stopped.", {}}; // the child goes with its handle
        child.wait();
        timedOut = command.limit.count() > 0 && Clock::now() - begin > command.limit;
    }
    child.end();
    ChildOutcome outcome = child.outcome();
    outcome.timedOut = timedOut;
    return outcome;
}

} // namespace nv::nsys
