// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/family_table.h"
#include "core/report/content_parts.h"

namespace nv {

using namespace content;

std::string plainLine(std::string_view text)
{
    constexpr std::string_view kReplacement = "\uFFFD";
    std::string out;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const auto c = static_cast<unsigned char>(text[i]);
        const std::string_view three = text.substr(i, 3);
        const bool isLineBreak = c == '\n' || c == '\r' || c == '\t';
        // U+0080..009F; U+200B..200F, U+202A..202E, U+2028/9, U+2060..206F; U+FEFF
        const bool isC1 =
            c == 0xC2 && i + 1 < text.size() && static_cast<unsigned char>(text[i + 1]) < 0xA0;
        const bool isFormat = (three >= "\u200B" && three <= "\u200F")
                              || (three >= "\xE2\x80\xA8" && three <= "\xE2\x80\xAE")
                              || (three >= "\u2060" && three <= "\u206F") || three == "\uFEFF";
        if (isLineBreak) {
            out += ' ';
        } else if (c < 0x20 || c == 0x7F) {
            out += kReplacement;
        } else if (isC1) {
            out += kReplacement;
            ++i;
        } else if (isFormat) {
            out += kReplacement;
            i += 2;
        } else {
            out += text[i];
        }
    }
    return out;
}

std::string statsCommand(const ReportInput& input, std::string_view report)
{
    std::string command = "nsys stats -r " + std::string(report);
    if (input.window().source != WindowSource::All)
        command += " --filter-time " + std::to_string(input.window().range.begin) + "/"
                   + std::to_string(input.window().range.end);
    return command + " " + text::shellWord(input.trace().capture.fileName);
}

namespace {

/// Of the kernels whose bytes per launch the user gave.
void addBandwidthColumn(TextTable& table, const std::vector<KernelRow>& kernels)
{
    table.columns.push_back({"bandwidth", true});
    for (std::size_t i = 0; i < table.rows.size(); ++i) {
        std::string cell = kernels[i].bandwidth ? text::bandwidth(*kernels[i].bandwidth) : "—";
        if (kernels[i].bandwidthShare)
            cell += " (" + text::percent(*kernels[i].bandwidthShare) + " of the memory's)";
        table.rows[i].push_back({cell});
    }
}

TextTable familiesTable(const ReportInput& input)
{
    TextTable table;
    table.caption = "By family";
    table.columns = {{"family"}, {"names", true}, {"count", true}, {"total", true}, {"time", true}};
    addRows(table, familyTable(input.trace(), input.tables.kernels, input.nameRules.get()),
            [](const FamilyRow& row) -> std::vector<TextCell> {
                return {{row.family, true},
                        {text::count(row.kernels)},
                        {text::count(row.count)},
                        {ns(row.total)},
                        {text::percent(row.share)}};
            });
    table.note += "Families are guessed from the names; rules of a file go before.";
    return table;
}

} // namespace

Section kernelsSection(const ReportInput& input)
{
    Section section;
    section.title = "Kernels";
    if (input.tables.kernels.empty())
        return section;
    const std::vector<std::string> families =
        kernelFamilies(input.trace(), input.tables.kernels, input.nameRules.get());
    TextTable table;
    table.columns = {{"kernel"},     {"family"},       {"count", true}, {"total", true},
                     {"time", true}, {"median", true}, {"p95", true},   {"p99", true},
                     {"max", true},  {"flags"}};
    addRows(table, input.tables.kernels, [&](const KernelRow& row) -> std::vector<TextCell> {
        std::string flags = row.outliers ? "outliers" : "";
        if (row.systematic)
            flags += flags.empty() ? "systematic" : ", systematic";
        const std::string label = labelOf(input, row);
        return {name(label.empty() ? input.trace().names.display(row.shortName) : label),
                {families[table.rows.size()], true},
                {text::count(row.stats.count)},
                {ns(row.stats.total)},
                {text::percent(row.share)},
                {ns(row.stats.median)},
                {ns(row.stats.p95)},
                {ns(row.stats.p99)},
                {ns(row.stats.max)},
                {flags}};
    });
    if (!input.analysis.thresholds.bytesPerLaunch.empty())
        addBandwidthColumn(table, input.tables.kernels);
    table.note += "Whole durations. " + std::string(text::kMedianMeaning)
                  + " p95 and p99 are nearest ranks, and so is p50 wherever it stands instead.";
    table.command = statsCommand(input, "cuda_gpu_kern_sum");
    section.tables = {familiesTable(input), std::move(table)};
    return section;
}

Section apiSection(const ReportInput& input)
{
    Section section;
    section.title = "CUDA API";
    if (input.tables.api.empty())
        return section;
    TextTable table;
    table.columns = {{"call"},      {"class"},     {"count", true},         {"total", true},
                     {"p50", true}, {"max", true}, {"idle explained", true}};
    addRows(table, input.tables.api, [](const ApiRow& row) -> std::vector<TextCell> {
        return {name(row.name),
                {row.cls},
                {text::count(row.stats.count)},
                {ns(row.stats.total)},
                {ns(row.stats.p50)},
                {ns(row.stats.max)},
                {ns(row.gapCompile + row.gapSync + row.gapAlloc + row.gapLaunch)}};
    });
    table.note += "Whole durations. " + std::string(text::kP50Meaning);
    table.command = statsCommand(input, "cuda_api_sum");
    section.tables.push_back(std::move(table));
    return section;
}

Section transfersSection(const ReportInput& input)
{
    Section section;
    section.title = "Transfers";
    if (input.tables.transfers.empty())
        return section;
    TextTable table;
    table.columns = {{"kind"},
                     {"from"},
                     {"to"},
                     {"count", true},
                     {"bytes", true},
                     {"total", true},
                     {"exposed", true},
                     {"bandwidth", true},
                     {"per step"}};
    addRows(table, input.tables.transfers, [](const TransferRow& row) -> std::vector<TextCell> {
        std::string perStep = "—";
        if (row.perStep)
            perStep = text::number(row.perStep->count) + " x, " + text::bytes(row.perStep->bytes)
                      + (row.perStep->constant ? ", constant" : "");
        return {{row.isMemset ? "memset" : copyKindLabel(row.copyKind)},
                {row.isMemset ? "" : memoryKindLabel(row.srcKind)},
                {memoryKindLabel(row.dstKind)},
                {text::count(row.count)},
                {text::bytes(static_cast<double>(row.bytes))},
                {ns(row.stats.total)},
                {ns(row.exposedNs)},
                {row.bandwidth ? text::bandwidth(*row.bandwidth) : "—"},
                {perStep}};
    });
    table.note += "Whole durations; exposed is cut at the window.";
    table.command = statsCommand(input, "cuda_gpu_mem_time_sum");
    section.tables.push_back(std::move(table));
    return section;
}

Section gapsSection(const ReportInput& input)
{
    const GapTable& gaps = input.tables.gaps;
    Section section;
    section.title = "Gaps";
    if (gaps.top.empty())
        return section;
    TextTable causes;
    causes.caption = "By cause";
    causes.columns = {{"cause"}, {"gaps", true}, {"total", true}};
    for (std::size_t i = 0; i < kBudgetClasses; ++i)
        if (gaps.causes.at(i).count != 0)
            causes.rows.push_back({{std::string(budgetClassKey(static_cast<BudgetClass>(i)))},
                                   {text::count(gaps.causes.at(i).count)},
                                   {ns(gaps.causes.at(i).total)}});
    causes.note = "Totals are cut at the window.";
    TextTable top;
    top.caption = "Longest";
    top.columns = {{"at"},    {"length", true}, {"cause"},    {"before"},
                   {"after"}, {"range"},        {"host call"}};
    addRows(top, gaps.top, [&](const GapRow& row) -> std::vector<TextCell> {
        return {{std::to_string(row.whole.begin) + " ns"},
                {ns(row.whole.length())},
                {std::string(budgetClassKey(row.cause))},
                name(opLabel(input.trace(), row.gap.before)),
                name(opLabel(input.trace(), row.gap.after)),
                name(row.nvtxOwner.empty() ? row.nvtx : row.nvtxOwner),
                name(row.hostCall)};
    });
    top.note += "Whole gaps that overlap the window.";
    section.tables = {std::move(causes), std::move(top)};
    return section;
}

Section outliersSection(const ReportInput& input)
{
    Section section;
    section.title = "Outlier launches";
    if (input.tables.outliers.empty())
        return section;
    TextTable table;
    table.columns = {{"kernel"},      {"at"},    {"length", true},
                     {"x p50", true}, {"range"}, {"what was different"}};
    addRows(table, input.tables.outliers, [&](const OutlierRow& row) -> std::vector<TextCell> {
        const std::size_t op = row.op();
        return {name(opLabel(input.trace(), row.op)),
                {std::to_string(input.trace().ops.start[op]) + " ns"},
                {ns(lengthBetween(input.trace().ops.start[op], input.trace().ops.end[op]))},
                {text::number(row.ratio) + "x"},
                name(row.nvtx),
                name(row.reason)};
    });
    table.note += "x p50: beside the launches of this kernel with the same grid and block. "
                  + std::string(text::kP50Meaning);
    section.tables.push_back(std::move(table));
    return section;
}

Section compileSection(const ReportInput& input)
{
    Section section;
    section.title = "Compilation after warm-up";
    if (!input.tables.compileAfterWarmup || input.tables.compileAfterWarmup->empty())
        return section;
    const CallTable& calls = input.trace().calls;
    TextTable table;
    table.columns = {{"call"},        {"at"},           {"length", true},
                     {"stall", true}, {"first kernel"}, {"range"}};
    addRows(table, *input.tables.compileAfterWarmup,
            [&](const CompileRow& row) -> std::vector<TextCell> {
                return {name(callLabel(input.trace(), row.call)),
                        {std::to_string(calls.start[row.call()]) + " ns"},
                        {ns(lengthBetween(calls.start[row.call()], calls.end[row.call()]))},
                        {ns(row.stallNs)},
                        name(row.firstSeen.isNone() ? std::string()
                                                    : input.trace().names.display(row.firstSeen)),
                        name(row.nvtx)};
            });
    section.tables.push_back(std::move(table));
    return section;
}

} // namespace nv
