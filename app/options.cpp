// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/options.h"

#include "core/analysis/window.h"

#include <algorithm>
#include <array>
#include <charconv>

namespace nv {
namespace {

constexpr unsigned kForWindow = 1;
constexpr unsigned kForAnalyze = 2;
constexpr unsigned kForStats = 4;
constexpr unsigned kForRender = 8;
constexpr unsigned kForCompare = 16;
constexpr unsigned kForSave = 32;
constexpr unsigned kForReview = 64;
constexpr unsigned kForAll =
    kForWindow | kForAnalyze | kForStats | kForRender | kForCompare | kForSave | kForReview;

/// In the order of Command, as the masks are.
constexpr std::array<std::string_view, 7> kWords{"",        "analyze", "stats", "render",
                                                 "compare", "save",    "review"};

unsigned maskOf(Command command)
{
    return 1U << static_cast<unsigned>(command);
}

std::string_view wordOf(Command command)
{
    return kWords.at(static_cast<std::size_t>(command));
}

Error refusal(std::string message)
{
    return {Errc::BadArgument, std::move(message), {}};
}

/// Returns an empty text, or what is wrong with the value.
using Setter = std::string (*)(Options& options, const std::string& value);

std::string setSize(Options& options, const std::string& value)
{
    constexpr int kMin = 64;
    constexpr int kMax = 16384;
    const char* const end = value.data() + value.size();
    const auto [x, widthError] = std::from_chars(value.data(), end, options.size.width);
    if (widthError != std::errc{} || x == end || *x != 'x')
        return "must be WxH, as in 1280x720";
    const auto [rest, heightError] = std::from_chars(x + 1, end, options.size.height);
    if (heightError != std::errc{} || rest != end)
        return "must be WxH, as in 1280x720";
    const auto [low, high] = std::minmax(options.size.width, options.size.height);
    if (low < kMin || high > kMax)
        return "must be between 64 and 16384 pixels each way";
    return {};
}

std::string setUnit(Options& options, const std::string& value)
{
    constexpr std::array<std::pair<std::string_view, const char*>, 8> kUnits{{{"nsec", "nsec"},
                                                                              {"usec", "usec"},
                                                                              {"msec", "msec"},
                                                                              {"sec", "sec"},
                                                                              {"ns", "nsec"},
                                                                              {"us", "usec"},
                                                                              {"ms", "msec"},
                                                                              {"s", "sec"}}};
    for (const auto& [given, unit] : kUnits)
        if (value == given) {
            options.timeunit = unit;
            return {};
        }
    return "must be nsec, usec, msec or sec";
}

std::string setLoadRange(Options& options, const std::string& value)
{
    const Result<TimeFilter> time = parseTimeFilter(value);
    if (!time)
        return "must be S/E, as in 1s/2.5s";
    options.loadRange = {time.value().begin.value_or(kMinNs), time.value().end.value_or(kMaxNs)};
    return options.loadRange->isEmpty() ? "must begin before it ends" : std::string();
}

std::string addReports(Options& options, const std::string& value)
{
    for (std::size_t begin = 0; begin <= value.size();) {
        const std::size_t comma = std::min(value.find(',', begin), value.size());
        if (comma == begin)
            return "must be report names separated by commas";
        options.reports.push_back(value.substr(begin, comma - begin));
        begin = comma + 1;
    }
    return {};
}

/// Whatever is given is kept.
template <auto Member>
std::string store(Options& options, const std::string& value)
{
    options.*Member = value;
    return {};
}

struct OptionInfo
{
    std::string_view name;
    unsigned commands;
    bool repeats;
    Setter set; ///< null: takes no value
};

// The value of an option is checked here as far as that needs no trace.
const std::array<OptionInfo, 29>& optionTable()
{
    static const std::array<OptionInfo, 29> kTable{{
        {"--window", kForWindow | kForAnalyze | kForRender | kForCompare | kForSave, false,
         store<&Options::window>},
        {"--target-window", kForCompare, false, store<&Options::targetWindow>},
        {"--device", kForAnalyze, false, store<&Options::device>},
        {"--thresholds",
         kForWindow | kForAnalyze | kForRender | kForCompare | kForSave | kForReview, false,
         store<&Options::thresholds>},
        {"--name-rules", kForWindow | kForAnalyze | kForReview, false, store<&Options::nameRules>},
        {"--session", kForReview, false, store<&Options::session>},
        {"--compare", kForWindow, false, store<&Options::compare>},
        {"--grab", kForWindow, false,
         [](Options& o, const std::string& v) {
             o.grab = v;
             return v.ends_with(".png") ? std::string() : std::string("must end in .png");
         }},
        {"--json", kForAnalyze | kForCompare, false, store<&Options::json>},
        {"--markdown", kForAnalyze | kForCompare | kForReview, false, store<&Options::markdown>},
        {"--html", kForAnalyze | kForCompare | kForReview, false, store<&Options::html>},
        {"--pdf", kForReview, false, store<&Options::pdf>},
        {"--fail-if", kForAnalyze | kForCompare, true,
         [](Options& o, const std::string& v) {
             o.failIf.push_back(v);
             return std::string();
         }},
        {"-r", kForStats, true, addReports},
        {"--report", kForStats, true, addReports},
        {"--filter-time", kForStats, false, store<&Options::filterTime>},
        {"--filter-nvtx", kForStats, false, store<&Options::filterNvtx>},
        {"--timeunit", kForStats, false, setUnit},
        {"--format", kForStats, false,
         [](Options& o, const std::string& v) {
             o.format = v;
             const std::string form = v.substr(0, v.find(':')); // units are read with the reports
             return form == "csv" || form == "table" || form == "json"
                        ? std::string()
                        : std::string("must be csv, table or json");
         }},
        {"-o", kForStats | kForRender | kForSave, false, store<&Options::output>},
        {"--output", kForStats | kForRender | kForSave, false, store<&Options::output>},
        {"--view", kForRender, false, store<&Options::view>},
        {"--size", kForWindow | kForRender, false, setSize},
        {"--theme", kForWindow | kForRender, false,
         [](Options& o, const std::string& v) {
             o.dark = v == "dark";
             o.hasTheme = true;
             return v == "light" || v == "dark" ? std::string()
                                                : std::string("must be light or dark");
         }},
        {"--nsys", kForAll, false, store<&Options::nsys>},
        {"--load-range", kForWindow | kForAnalyze | kForStats | kForRender, false, setLoadRange},
        {"--redact", kForAll, false, nullptr},
        {"--no-cache", kForAll, false, nullptr},
        {"--", kForAll, false, nullptr},
    }};
    return kTable;
}

const OptionInfo* findOption(std::string_view name)
{
    for (const OptionInfo& info : optionTable())
        if (info.name == name)
            return &info;
    return nullptr;
}

/// The words of the command line sorted into options and the rest.
struct Words
{
    std::vector<std::pair<const OptionInfo*, std::string>> options;
    std::vector<std::string> positional;
    bool help = false;
    bool version = false;
    std::optional<Error> error; ///< the first; --help and --version are answered all the same
};

Words sortWords(std::span<const std::string> arguments)
{
    Words words;
    const auto fail = [&](std::string message) {
        if (!words.error)
            words.error = refusal(std::move(message));
    };
    for (std::size_t i = 0; i < arguments.size(); ++i) {
        const std::string& word = arguments[i];
        if (word == "--") {
            words.positional.insert(words.positional.end(),
                                    arguments.begin() + static_cast<std::ptrdiff_t>(i) + 1,
                                    arguments.end());
            break;
        }
        if (word.size() < 2 || word[0] != '-') {
            words.positional.push_back(word);
            continue;
        }
        words.help |= word == "--help" || word == "-h";
        words.version |= word == "--version";
        if (word == "--help" || word == "-h" || word == "--version")
            continue;
        const std::size_t equals = word.starts_with("--") ? word.find('=') : std::string::npos;
        const OptionInfo* info = findOption(word.substr(0, equals));
        if (!info) {
            fail("Unknown option " + word.substr(0, equals) + "; see --help.");
        } else if (!info->set) {
            if (equals != std::string::npos)
                fail(std::string(info->name) + " takes no value.");
            words.options.emplace_back(info, "");
        } else if (equals != std::string::npos) {
            words.options.emplace_back(info, word.substr(equals + 1));
        } else if (i + 1 < arguments.size()) {
            words.options.emplace_back(info, arguments[++i]);
        } else {
            fail(std::string(info->name) + " needs a value.");
        }
    }
    return words;
}

/// A bare word that can only be meant as a command; a file of such a name is written ./word.
bool looksLikeCommand(const std::string& word)
{
    return !word.empty()
           && word.find_first_not_of("abcdefghijklmnopqrstuvwxyz-") == std::string::npos;
}

/// Takes the command word off the positional words.
Status takeCommand(Words& words, Options& options)
{
    if (words.positional.empty())
        return Nothing{};
    const std::string first = words.positional.front();
    for (const Command command : {Command::Analyze, Command::Stats, Command::Render,
                                  Command::Compare, Command::Save, Command::Review})
        if (first == wordOf(command)) {
            options.command = command;
            words.positional.erase(words.positional.begin());
            return Nothing{};
        }
    if (looksLikeCommand(first))
        return refusal("Unknown command " + first + "; see --help.");
    return Nothing{};
}

Status applyOptions(const Words& words, Options& options)
{
    for (std::size_t i = 0; i < words.options.size(); ++i) {
        const auto& [info, value] = words.options[i];
        const std::string name(info->name);
        if ((info->commands & maskOf(options.command)) == 0)
            return refusal(options.command == Command::Window
                               ? name + " needs a command; see --help."
                               : name + " does not belong to "
                                     + std::string(wordOf(options.command)) + "; see --help.");
        for (std::size_t k = 0; k < i && !info->repeats; ++k)
            if (words.options[k].first->set == info->set
                && words.options[k].first->name == info->name)
                return refusal(name + " is given twice.");
        if (!info->set) {
            (info->name == "--no-cache" ? options.noCache : options.redact) = true;
            continue;
        }
        if (value.empty())
            return refusal(name + " needs a value.");
        if (const std::string wrong = info->set(options, value); !wrong.empty())
            return refusal(name + " " + wrong + ", not \"" + value + "\".");
    }
    return Nothing{};
}

Status checkOutputs(const Options& options)
{
    std::vector<std::string> outputs;
    for (const auto& output : {options.json, options.markdown, options.html, options.pdf})
        if (output)
            outputs.push_back(*output);
    if (std::ranges::count(outputs, std::string(kStdout)) > 1)
        return refusal("Only one output may be -.");
    std::ranges::sort(outputs);
    if (std::ranges::adjacent_find(outputs) != outputs.end())
        return refusal("Two outputs name the same file.");
    return Nothing{};
}

Status checkComplete(const Words& words, const Options& options)
{
    const std::size_t most = options.command == Command::Compare ? 2 : 1;
    if (words.positional.size() > most)
        return refusal(most == 1 ? "Only one trace can be given, and \"" + words.positional[1]
                                       + "\" is a second one."
                                 : "compare takes two traces, and \"" + words.positional[2]
                                       + "\" is a third one.");
    if (options.command == Command::Compare && options.target.empty())
        return refusal("compare needs two traces: BASE TARGET.");
    if (options.trace.empty() && options.command != Command::Window)
        return refusal(std::string(wordOf(options.command)) + " needs a trace.");
    if (options.trace.empty() && (!options.grab.empty() || !options.window.empty()))
        return refusal(options.grab.empty() ? "--window needs a trace." : "--grab needs a trace.");
    if (options.trace.empty() && !options.compare.empty())
        return refusal("--compare needs a trace to compare with.");
    if (options.command == Command::Stats && options.reports.empty())
        return refusal("stats needs -r REPORT[,REPORT...].");
    if (options.command == Command::Render) {
        if (options.output.empty())
            return refusal("render needs -o FILE.png, .svg or .pdf.");
        if (!options.output.ends_with(".png") && !options.output.ends_with(".svg")
            && !options.output.ends_with(".pdf"))
            return refusal("-o must end in .png, .svg or .pdf, not \"" + options.output + "\".");
    }
    if (options.command == Command::Save) {
        if (options.output.empty())
            return refusal("save needs -o OUT.sqlite.");
        if (!options.output.ends_with(".sqlite"))
            return refusal("-o must end in .sqlite, not \"" + options.output + "\".");
    }
    if (options.command == Command::Review) {
        if (options.session.empty())
            return refusal("review needs --session FILE, as File > Export marks, ranges and "
                           "findings writes it.");
        if (!options.html && !options.markdown && !options.pdf)
            return refusal("review needs --html FILE, --markdown FOLDER or --pdf FILE.");
        if (options.markdown == kStdout)
            return refusal("--markdown of review is a folder, not -.");
    }
    return checkOutputs(options);
}

} // namespace

Result<Options> parseOptions(std::span<const std::string> arguments)
{
    Options options;
    Words words = sortWords(arguments);
    if (Status command = takeCommand(words, options); !command)
        return command.error();
    if (words.help || words.version) {
        options.request = words.help ? Request::Help : Request::Version;
        return options;
    }
    if (words.error)
        return *words.error;
    if (!words.positional.empty()) {
        if (words.positional.front().empty())
            return refusal("The name of the trace is empty.");
        options.trace = words.positional.front();
    }
    if (options.command == Command::Compare && words.positional.size() > 1) {
        if (words.positional[1].empty())
            return refusal("The name of the second trace is empty.");
        options.target = words.positional[1];
    }
    if (Status applied = applyOptions(words, options); !applied)
        return applied.error();
    if (Status complete = checkComplete(words, options); !complete)
        return complete.error();
    return options;
}

std::string versionText()
{
    return "nsys-verdict " NV_VERSION "\n";
}

} // namespace nv
