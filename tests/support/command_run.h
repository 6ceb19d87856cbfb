// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli_session.h"

#include <QTemporaryDir>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <unistd.h>
#include <vector>

/// A command as a user gets it: words in; exit status, stdout and stderr out.
namespace nv::test {

inline std::string contentOf(const std::filesystem::path& path)
{
    std::ifstream in(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}

/// Sends a file descriptor into a file while it lives.
class Redirected
{
public:
    Redirected(int descriptor, std::filesystem::path file)
        : m_descriptor(descriptor)
        , m_saved(dup(descriptor))
        , m_file(std::move(file))
    {
        flush();
        FILE* out = std::fopen(m_file.c_str(), "w");
        dup2(fileno(out), m_descriptor);
        std::fclose(out);
    }

    ~Redirected() { restore(); }

    Redirected(const Redirected&) = delete;
    Redirected& operator=(const Redirected&) = delete;

    std::string text()
    {
        restore();
        return contentOf(m_file);
    }

private:
    static void flush()
    {
        std::fflush(stdout);
        std::fflush(stderr);
    }

    void restore()
    {
        if (m_saved < 0)
            return;
        flush();
        dup2(m_saved, m_descriptor);
        close(m_saved);
        m_saved = -1;
    }

    int m_descriptor;
    int m_saved;
    std::filesystem::path m_file;
};

struct Ran
{
    int status = -1;
    std::string out;
    std::string err;
};

inline Ran run(std::vector<std::string> words)
{
    const QTemporaryDir folder;
    const std::filesystem::path base = folder.path().toStdString();
    Redirected out(STDOUT_FILENO, base / "out");
    Redirected err(STDERR_FILENO, base / "err");
    Ran ran;
    const auto options = parseOptions(words);
    ran.status = options ? runCommand(options.value()) : fail(options.error());
    ran.out = out.text();
    ran.err = err.text();
    return ran;
}

inline int lines(const std::string& text)
{
    return static_cast<int>(std::ranges::count(text, '\n'));
}

} // namespace nv::test
