// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/base/units.h"

#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

/// What does the command line ask for?
/// Shape: one flat struct; what was not given keeps its default, and options that do not belong to
/// the command are refused, so a set field always means something.
/// Errors: BadArgument with one sentence.  Thread: pure; touches neither files nor the environment.
/// Source: product.md, command line.
namespace nv {

enum class Command
{
    Window, ///< no command word: the application, or with --grab its picture
    Analyze,
    Stats,
    Render,
    Compare,
    Save,
    Review,
};

enum class Request
{
    Run,
    Help,
    Version,
};

/// "-" as the name of an output file stands for stdout.
inline constexpr std::string_view kStdout = "-";

struct PictureSize
{
    int width = 1280;
    int height = 720;
};

struct Options
{
    Command command = Command::Window;
    Request request = Request::Run;

    std::filesystem::path trace;  ///< empty only for the window, which then shows its start page
    std::string window;           ///< SPEC as given; empty: not given
    std::string device;           ///< `--device` as given; empty: all devices
    std::filesystem::path target; ///< of compare: the second trace
    std::string targetWindow;     ///< SPEC for it; empty: that of `window`
    std::filesystem::path thresholds; ///< empty: the defaults
    std::filesystem::path nameRules;  ///< empty: no labels, guessed families
    std::filesystem::path nsys; ///< what converts reports; empty: that of the settings, or found
    bool redact = false;
    bool noCache = false; ///< neither take an opened trace from the cache nor keep it there
    std::optional<TimeRange> loadRange; ///< read only this time; an open side is an end of int64

    std::filesystem::path compare; ///< of the window: the trace to open beside `trace`
    std::filesystem::path grab;    ///< the window as a picture; empty: open it

    std::optional<std::string> json;
    std::optional<std::string> markdown;
    std::optional<std::string> html;
    std::optional<std::string> pdf;
    std::filesystem::path session;   ///< of review: the file with the findings
    std::vector<std::string> failIf; ///< gates, as given

    std::vector<std::string> reports;
    std::string filterTime;
    std::string filterNvtx;
    std::string timeunit; ///< nsec, usec, msec, sec; empty: not given
    std::string format;   ///< csv, table, json, perhaps with units; empty: not given

    std::string view; ///< S/E; empty: all
    std::string
        output; ///< -o of stats (folder or -), render (picture), save (export); empty: not given
    PictureSize size;
    bool dark = false;
    bool hasTheme = false; ///< --theme was given
};

/// `arguments` without the program's name.
Result<Options> parseOptions(std::span<const std::string> arguments);

/// The text of `--help`, of one command or of the program.
std::string helpText(Command command);
std::string versionText();

} // namespace nv
