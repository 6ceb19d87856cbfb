// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/output_files.h"

#include "app/options.h"

#include <atomic>
#include <cstdio>
#include <fstream>
#include <random>

namespace nv {
namespace {

namespace fs = std::filesystem;

Error cannotWrite(const std::string& target, const std::string& why)
{
    return {Errc::Io, "Cannot write " + target + ": " + why + ".", target};
}

Error cannotWrite(const std::string& target, const std::error_code& error)
{
    return cannotWrite(target, error ? error.message() : std::string("the disk did not take it"));
}

/// Temporary files of one command; removed unless they were renamed.
class Pending
{
public:
    Pending() = default;
    Pending(const Pending&) = delete;
    Pending& operator=(const Pending&) = delete;

    ~Pending()
    {
        std::error_code ignored;
        for (const auto& [temporary, target] : m_files)
            fs::remove(temporary, ignored);
    }

    void add(fs::path temporary, fs::path target)
    {
        m_files.emplace_back(std::move(temporary), std::move(target));
    }

    Status rename()
    {
        while (!m_files.empty()) {
            const auto& [temporary, target] = m_files.front();
            std::error_code error;
            fs::rename(temporary, target, error);
            if (error)
                return cannotWrite(target.string(), error);
            m_files.erase(m_files.begin());
        }
        return Nothing{};
    }

private:
    std::vector<std::pair<fs::path, fs::path>> m_files;
};

Status writeTo(const fs::path& path, const std::string& target, const std::string& content)
{
    errno = 0;
    std::ofstream file(path, std::ios::binary | std::ios::trunc);
    file.write(content.data(), static_cast<std::streamsize>(content.size()));
    file.close();
    if (!file)
        return cannotWrite(target, std::error_code(errno, std::generic_category()));
    return Nothing{};
}

/// /dev/null, a pipe: renaming a file over it would replace it.
bool isSpecial(const fs::path& target)
{
    std::error_code ignored;
    const fs::file_status status = fs::status(target, ignored);
    return fs::exists(status) && !fs::is_regular_file(status) && !fs::is_directory(status);
}

} // namespace

fs::path temporaryBeside(const fs::path& target)
{
    static std::atomic<unsigned> counter{std::random_device{}()};
    const std::string name = "." + target.stem().string() + ".part" + std::to_string(counter++)
                             + target.extension().string();
    return target.parent_path() / name;
}

fs::path realTarget(const fs::path& target)
{
    std::error_code ignored;
    if (!fs::is_symlink(target, ignored))
        return target;
    std::error_code error;
    fs::path real = fs::weakly_canonical(target, error);
    return error ? target : real;
}

Status checkTargets(const std::vector<std::string>& targets, const fs::path& trace)
{
    for (const std::string& target : targets) {
        if (target == kStdout)
            continue;
        std::error_code ignored;
        if (fs::equivalent(target, trace, ignored))
            return cannotWrite(target, "it is the trace itself");
        if (fs::is_directory(target, ignored))
            return cannotWrite(target, "it is a folder");
        const fs::path folder = fs::path(target).parent_path();
        if (!folder.empty() && !fs::is_directory(folder, ignored))
            return cannotWrite(target, "there is no folder " + folder.string());
    }
    return Nothing{};
}

Status writeStdout(const std::string& text)
{
    errno = 0;
    if (std::fwrite(text.data(), 1, text.size(), stdout) != text.size() || std::fflush(stdout) != 0)
        return cannotWrite("to stdout", std::error_code(errno, std::generic_category()));
    return Nothing{};
}

Status writeOutputs(const std::vector<Output>& outputs)
{
    Pending pending;
    std::vector<const Output*> direct;
    for (const Output& output : outputs) {
        if (output.target == kStdout || isSpecial(output.target)) {
            direct.push_back(&output);
            continue;
        }
        const fs::path target = realTarget(output.target);
        fs::path temporary = temporaryBeside(target);
        pending.add(temporary, target);
        if (Status written = writeTo(temporary, output.target, output.content); !written)
            return written.error();
    }
    for (const Output* output : direct) {
        Status written = output->target == kStdout
                             ? writeStdout(output->content)
                             : writeTo(output->target, output->target, output->content);
        if (!written)
            return written.error();
    }
    return pending.rename();
}

} // namespace nv
