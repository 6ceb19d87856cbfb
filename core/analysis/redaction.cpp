// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/redaction.h"

#include "core/analysis/capture_command.h"
#include "core/analysis/kernel_family.h"
#include "core/analysis/steps/marker_text.h"
#include "core/base/text.h"

#include <map>

namespace nv {
namespace {

constexpr const char* kFile = "TRACE";
constexpr const char* kProgram = "PROGRAM";
/// Names in sentences are cut to one of these lengths.
constexpr std::array<std::size_t, 3> kElided{60, 80, 100};

bool isWord(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_'
           || static_cast<unsigned char>(c) >= 0x80;
}

/// In a sentence a number or a letter is none of the names it equals.
bool isTelling(std::string_view name)
{
    return name.size() >= 3 && std::any_of(name.begin(), name.end(), [](char c) {
               return isWord(c) && c != '_' && (c < '0' || c > '9');
           });
}

bool isBoundary(std::string_view text, std::size_t at)
{
    return at == 0 || at == text.size() || !isWord(text[at - 1]) || !isWord(text[at]);
}

/// A word that the guess of families puts into this one; most are their own.
std::string_view wordOf(std::string_view family)
{
    constexpr std::array<std::pair<std::string_view, std::string_view>, 7> kOthers{
        {{"collective", "allreduce"},
         {"norm", "layernorm"},
         {"KV cache", "kvcache"},
         {"SSM", "mamba"},
         {"sparse", "spmv"},
         {"solver", "potrf"},
         {"resampling", "upsampling"}}};
    for (const auto& [name, word] : kOthers)
        if (name == family)
            return word;
    return family;
}

/// "GEMM kernel 3"; "kernel 3" for no family or an unknown one.  A name by Triton stays one: how
/// families are guessed depends on it.
std::string kernelPlaceholder(std::string_view name, std::string_view family,
                              const std::string& number)
{
    const bool isKnown = !family.empty() && family != "other" && family != "Triton";
    const std::string word = isKnown ? std::string(wordOf(family)) : std::string();
    if (name.starts_with("triton_"))
        return "triton_" + (word.empty() ? "" : word + " ") + "kernel " + number;
    return (word.empty() ? "" : word + " ") + "kernel " + number;
}

/// 1 is A, 26 Z, 27 AA.
std::string lettersOf(std::size_t number)
{
    constexpr std::size_t kLetters = 26;
    std::string out;
    for (; number > 0; number = (number - 1) / kLetters)
        out.insert(out.begin(), static_cast<char>('A' + (number - 1) % kLetters));
    return out;
}

Note redactedNote(Note note, const Placeholders& placeholders)
{
    // What the profiler said may name hosts, users and paths nobody knows of here.
    note.message = note.id == "diagnostic"
                       ? std::string("Nsight Systems said something that is left out here.")
                       : placeholders.in(note.message);
    return note;
}

/// The texts of a trace, each where it was: ids stay.
NameTable renamed(const NameTable& names, const Placeholders& placeholders)
{
    NameTable out;
    for (std::size_t i = 0; i < names.size(); ++i) {
        std::string text = placeholders.of(NameId(i));
        while (out.find(text) != NameId::none()) // a name of the file that looks like a placeholder
            text += '\'';
        out.intern(text);
    }
    return out;
}

TracePtr renamed(const TraceModel& trace, const Placeholders& placeholders)
{
    auto out = std::make_shared<TraceModel>();
    out->capture = trace.capture;
    out->names = renamed(trace.names, placeholders);
    out->devices = trace.devices;
    out->processes = trace.processes;
    out->threads = trace.threads;
    out->streams = trace.streams;
    out->callNames = trace.callNames;
    out->osCallNames = trace.osCallNames;
    out->domains = trace.domains;
    out->kernelVariants = trace.kernelVariants;
    out->copyVariants = trace.copyVariants;
    out->graphVariants = trace.graphVariants;
    out->ops = trace.ops;
    out->calls = trace.calls;
    out->ranges = trace.ranges;
    out->osCalls = trace.osCalls;
    out->syncs = trace.syncs;
    out->overheads = trace.overheads;
    out->lanes = trace.lanes;
    out->opsByCall = trace.opsByCall;
    out->counts = trace.counts;
    out->aside = trace.aside;
    out->all = trace.all;
    out->extent = trace.extent;
    for (const Note& note : trace.notes)
        out->notes.push_back(redactedNote(note, placeholders));

    out->capture.fileName = kFile;
    out->capture.command = {kProgram};
    out->capture.traceOptions.clear();
    for (Process& process : out->processes)
        process.name = process.name.empty() ? "" : placeholders.in(process.name);
    for (Thread& thread : out->threads)
        thread.name = placeholders.in(thread.name);
    for (Stream& stream : out->streams)
        stream.name = placeholders.in(stream.name);
    for (Lane& lane : out->lanes)
        lane.label = placeholders.in(lane.label);
    return out;
}

} // namespace

Placeholders::Placeholders(const TraceModel& trace)
    : m_byId(trace.names.size())
{
    // What CUDA, the operating system and the profiler call things is nobody's secret.
    const auto stays = [&](NameId name) {
        if (!name.isNone())
            m_byId[name()] = trace.names.text(name);
    };
    for (const CallName& name : trace.callNames)
        stays(name.text);
    for (const CallName& name : trace.osCallNames)
        stays(name.text);
    for (const NameId name : trace.overheads.name)
        stays(name);
    nameKernels(trace);
    nameRanges(trace);
    nameEntities(trace);
    for (std::size_t i = 0; i < m_byId.size(); ++i)
        if (const NameId name(i); !trace.names.text(name).empty() || trace.names.isDangling(name))
            add(name, "name " + std::to_string(i + 1));
    for (std::size_t i = 0; i < m_byId.size(); ++i)
        if (m_byId[i] != trace.names.text(NameId(i)))
            learn(trace.names.display(NameId(i)), m_byId[i]);
}

void Placeholders::add(NameId name, std::string placeholder)
{
    if (!name.isNone() && m_byId[name()].empty())
        m_byId[name()] = std::move(placeholder);
}

/// A short name has a number, each of its instances a further one.  Where instances belong to
/// different families only they say which.
void Placeholders::nameKernels(const TraceModel& trace)
{
    struct Short
    {
        std::string number;
        std::string_view family;
        bool isMixed = false;
        int instances = 0;
    };

    std::map<NameId, Short> shorts;
    const auto familyOf = [&](const KernelVariant& kernel) {
        return kernelFamily(trace.names.text(kernel.shortName), trace.names.text(kernel.demangled));
    };
    for (const KernelVariant& kernel : trace.kernelVariants) {
        const auto [it, isNew] = shorts.try_emplace(kernel.shortName);
        if (isNew)
            it->second = {std::to_string(shorts.size()), familyOf(kernel)};
        it->second.isMixed = it->second.isMixed || it->second.family != familyOf(kernel);
    }
    for (const KernelVariant& kernel : trace.kernelVariants) {
        Short& name = shorts[kernel.shortName];
        add(kernel.shortName,
            kernelPlaceholder(trace.names.text(kernel.shortName),
                              name.isMixed ? std::string_view() : name.family, name.number));
        for (const NameId instance : {kernel.demangled, kernel.mangled})
            if (!instance.isNone() && m_byId[instance()].empty())
                add(instance,
                    kernelPlaceholder({}, familyOf(kernel),
                                      name.number + "." + std::to_string(++name.instances)));
    }
}

/// Texts that differ in their numbers only are one thing to many a table: they share letters.
void Placeholders::nameRanges(const TraceModel& trace)
{
    struct Kind
    {
        std::string letters;
        std::size_t instances = 0;
    };

    std::map<std::string, Kind> kinds; // by folded text
    for (const NameId name : trace.ranges.text) {
        if (name.isNone() || !m_byId[name()].empty())
            continue;
        const std::string_view text = trace.names.text(name);
        const std::string folded = stepfind::foldedText(text);
        const auto [kind, isNew] = kinds.try_emplace(folded);
        if (isNew)
            kind->second.letters = lettersOf(kinds.size());
        const std::string placeholder = "range " + kind->second.letters;
        if (folded == text) {
            add(name, placeholder);
            continue;
        }
        add(name, placeholder + " " + std::to_string(++kind->second.instances));
        learn(folded, placeholder + " #"); // the marker of a loop is told so
    }
    std::size_t domains = 1;
    for (const Domain& domain : trace.domains)
        add(domain.name, "domain " + std::to_string(domains++));
}

void Placeholders::nameEntities(const TraceModel& trace)
{
    std::size_t processes = 1;
    for (const Process& process : trace.processes)
        learn(process.name, "process name " + std::to_string(processes++));
    std::size_t threads = 1;
    for (const Thread& thread : trace.threads)
        learn(thread.name, "thread name " + std::to_string(threads++));
    std::size_t streams = 1;
    for (const Stream& stream : trace.streams)
        learn(stream.name, "stream name " + std::to_string(streams++));
    learn(trace.capture.fileName, kFile);
    learn(programText(trace), kProgram);
    for (const std::string& word : trace.capture.command)
        learn(word, kProgram);
}

void Placeholders::learn(std::string_view name, const std::string& placeholder)
{
    if (name.empty())
        return;
    m_byText.emplace(name, placeholder);
    m_longest = std::max(m_longest, name.size());
    for (const std::size_t length : kElided)
        if (std::string elided = text::middle(name, length); elided != name)
            m_byText.emplace(std::move(elided), placeholder);
}

std::string Placeholders::in(std::string_view text) const
{
    if (const auto whole = m_byText.find(std::string(text)); whole != m_byText.end())
        return whole->second;
    std::string out;
    for (std::size_t at = 0; at < text.size();) {
        std::size_t taken = 0;
        if (isBoundary(text, at))
            for (std::size_t length = std::min(text.size() - at, m_longest); length > 0; --length) {
                if (!isBoundary(text, at + length) || !isTelling(text.substr(at, length)))
                    continue;
                const auto it = m_byText.find(std::string(text.substr(at, length)));
                if (it == m_byText.end())
                    continue;
                out += it->second;
                taken = length;
                break;
            }
        if (taken == 0)
            out += text[at++];
        at += taken;
    }
    return out;
}

AnalysisPtr redacted(const Analysis& analysis, const Placeholders& placeholders)
{
    auto out = std::make_shared<Analysis>(analysis);
    out->trace = renamed(*analysis.trace, placeholders);
    SteadyState& steady = out->steady;
    steady.marker = placeholders.in(steady.marker);
    steady.reason = placeholders.in(steady.reason);
    for (Step& step : steady.steps)
        step.label = placeholders.in(step.label);
    for (StepAlternative& alternative : steady.alternatives)
        alternative.marker = placeholders.in(alternative.marker);
    for (Note& note : out->notes)
        note = redactedNote(std::move(note), placeholders);
    return out;
}

WindowTables redacted(WindowTables tables, const Placeholders& placeholders)
{
    const auto replace = [&](std::string& text) { text = placeholders.in(text); };
    for (GapRow& row : tables.gaps.top) {
        replace(row.nvtx);
        replace(row.nvtxOwner);
    }
    for (OutlierRow& row : tables.outliers) {
        replace(row.nvtx);
        replace(row.reason);
    }
    for (EagerRow& row : tables.graphs.eager)
        replace(row.nvtx);
    if (tables.compileAfterWarmup)
        for (CompileRow& row : *tables.compileAfterWarmup)
            replace(row.nvtx);
    return tables;
}

HostOverhead redacted(HostOverhead host, const Placeholders& placeholders)
{
    const auto replace = [&](HostScopeVerdict& scope) {
        scope.reason = placeholders.in(scope.reason);
        for (std::string& warning : scope.warnings)
            warning = placeholders.in(warning);
    };
    replace(host);
    for (auto* phases : {&host.phases, &host.periodPhases})
        for (HostPhase& phase : *phases)
            replace(phase);
    host.prepName = placeholders.in(host.prepName);
    host.iterations.warning = placeholders.in(host.iterations.warning);
    return host;
}

} // namespace nv
