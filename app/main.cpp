// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli_session.h"
#include "app/gui_session.h"
#include "app/output_files.h"
#include "core/base/private_folder.h"

#include <csignal>
#include <cstdio>
#include <exception>
#include <new>

namespace {

int answer(const std::string& text)
{
    const nv::Status written = nv::writeStdout(text);
    return written ? 0 : nv::fail(written.error());
}

int run(std::span<const std::string> arguments)
{
    const nv::Result<nv::Options> options = nv::parseOptions(arguments);
    if (!options)
        return nv::fail(options.error());
    switch (options.value().request) {
    case nv::Request::Help:
        return answer(nv::helpText(options.value().command));
    case nv::Request::Version:
        return answer(nv::versionText());
    case nv::Request::Run:
        break;
    }
    nv::removeStaleFolders(); // what a killed run left
    if (options.value().command != nv::Command::Window)
        return nv::runCommand(options.value());
    return options.value().grab.empty() ? nv::runGui(options.value())
                                        : nv::runGrab(options.value());
}

int fault(const char* what)
{
    std::fprintf(stderr, "nsys-verdict: A fault of the program: %s.\n", what);
    return nv::kStatusFault;
}

} // namespace

int main(int argc, char** argv)
{
#ifdef SIGPIPE
    std::signal(SIGPIPE, SIG_IGN); // a closed stdout is an error to report, not a silent end
#endif
    try {
        const std::vector<std::string> arguments(argv + std::min(argc, 1), argv + argc);
        return run(arguments);
    } catch (const std::bad_alloc&) {
        return fault("there is not enough memory");
    } catch (const std::exception& error) {
        return fault(error.what());
    }
}
