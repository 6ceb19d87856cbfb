// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/compare/compare_pair.h"

#include "core/analysis/compare/median_event.h"
#include "core/base/text.h"
#include "core/report/finding_text.h"
#include "ui/document.h"

#include <exception>
#include <utility>

namespace nv {

namespace {

Result<CompareAnswerPtr> answerOf(CompareAnswer asked, const std::stop_token& stop)
{
    try {
        NV_TRY(comparison, compare(asked.baseSide(), asked.targetSide(), stop));
        asked.comparison = std::move(comparison);
        return std::make_shared<const CompareAnswer>(std::move(asked));
    } catch (const std::exception& fault) {
        return Error{Errc::Internal, "The captures could not be compared; choose narrower windows.",
                     fault.what()};
    }
}

bool isSame(const Window& a, const Window& b)
{
    return a.range == b.range && a.source == b.source;
}

struct Places
{
    std::optional<EventRef> base;
    std::optional<EventRef> target;
};

} // namespace

std::string CompareAnswer::command(const std::string& targetName) const
{
    const auto spec = [](const Window& window) {
        return window.source == WindowSource::All
                   ? std::string("all")
                   : std::to_string(window.range.begin) + "/" + std::to_string(window.range.end);
    };
    return "nsys-verdict compare " + text::shellWord(base->trace->capture.fileName) + " "
           + text::shellWord(targetName) + " --window " + spec(baseWindow) + " --target-window "
           + spec(targetWindow);
}

ComparePair& ComparePair::of(Document& base)
{
    if (auto* pair = base.findChild<ComparePair*>(QString(), Qt::FindDirectChildrenOnly))
        return *pair;
    return *new ComparePair(base);
}

ComparePair::ComparePair(Document& base)
    : QObject(&base)
    , m_base(base)
{
    connect(&m_load, &LoadJob::loaded, this, &ComparePair::begin);
    watchBase();
}

ComparePair::~ComparePair() = default;

void ComparePair::watchBase()
{
    connect(&m_base, &Document::analysisChanged, this, [this] {
        if (m_isSwapping || !m_target)
            return;
        const TracePtr now = m_base.analysis() ? m_base.analysis()->trace : nullptr;
        if (now != m_baseTrace)
            end();
        else
            ask(); // by other limits
    });
    connect(&m_base, &Document::windowChanged, this, &ComparePair::ask);
    connect(&m_base, &Document::thresholdsChanged, this, [this] {
        if (m_target)
            m_target->setThresholds(m_base.thresholds());
    });
    connect(&m_base.labels(), &NameLabels::changed, this, [this] {
        if (m_target)
            m_target->labels().restore(m_base.labels().file(), m_base.labels().isOn());
    });
}

void ComparePair::begin(const AnalysisPtr& analysis, const QString& path)
{
    if (!m_base.analysis())
        return;
    end();
    m_baseTrace = m_base.analysis()->trace;
    m_path = path;
    m_target = std::make_unique<Document>();
    m_target->setThresholds(m_base.thresholds());
    m_target->labels().restore(m_base.labels().file(), m_base.labels().isOn());
    m_target->setAnalysis(analysis);
    connect(m_target.get(), &Document::windowChanged, this, &ComparePair::ask);
    connect(m_target.get(), &Document::noticed, &m_base, &Document::noticed);
    emit begun();
    showWanted();
    ask();
}

void ComparePair::revisit(const FindingOther& other)
{
    m_wanted = other;
    if (m_target && m_target->trace()->capture.fileName == other.file)
        showWanted();
    else
        emit fileRequested(QString::fromStdString(other.file));
}

void ComparePair::showWanted()
{
    if (!m_wanted || m_target->trace()->capture.fileName != m_wanted->file)
        return;
    const FindingOther wanted = *std::exchange(m_wanted, std::nullopt);
    m_target->setWindow(windowOf(*m_target->analysis(), wanted.window, wanted.source));
    if (!wanted.view.isEmpty())
        m_target->setView(wanted.view);
}

void ComparePair::end()
{
    m_load.cancel();
    if (!m_target)
        return;
    emit aboutToEnd();
    m_job.cancel();
    m_places.cancel();
    m_answer.reset();
    m_error.clear();
    m_path.clear();
    m_baseTrace.reset();
    m_target.reset();
    emit ended();
}

void ComparePair::swap(const QString& basePath,
                       const std::function<void(const AnalysisPtr&, const QString&)>& show)
{
    if (!m_target)
        return;
    const AnalysisPtr base = m_base.analysis();
    const AnalysisPtr target = m_target->analysis();
    const Window baseWindow = m_base.window();
    const Window targetWindow = m_target->window();
    const TimeRange baseView = m_base.view().current();
    const TimeRange targetView = m_target->view().current();
    m_isSwapping = true;
    show(target, std::exchange(m_path, basePath));
    m_target->setAnalysis(base);
    m_base.setWindow(targetWindow);
    m_base.setView(targetView);
    m_target->setWindow(baseWindow);
    m_target->setView(baseView);
    m_baseTrace = target->trace;
    m_answer.reset();
    m_isSwapping = false;
    emit swapped();
    ask();
}

bool ComparePair::isCurrent() const
{
    return m_answer && m_target && m_answer->base == m_base.analysis()
           && m_answer->target == m_target->analysis()
           && isSame(m_answer->baseWindow, m_base.window())
           && isSame(m_answer->targetWindow, m_target->window());
}

void ComparePair::ask()
{
    if (!m_target || m_isSwapping)
        return;
    m_job.follow(
        [asked =
             CompareAnswer{
                 m_base.analysis(), m_target->analysis(), m_base.window(), m_target->window(), {}}](
            const std::stop_token& stop) mutable { return answerOf(std::move(asked), stop); },
        [this](Result<CompareAnswerPtr> answer) { take(std::move(answer)); });
}

void ComparePair::take(Result<CompareAnswerPtr> answer)
{
    if (!m_target)
        return;
    if (answer) {
        // Of captures that have changed places meanwhile.
        if (answer.value()->base->trace != m_baseTrace)
            return;
        m_answer = std::move(answer).value();
        m_error.clear();
    } else if (answer.error().code != Errc::Cancelled) {
        m_error = QString::fromStdString(answer.error().message);
    }
    emit answered();
}

AnalysisPtr comparedWith(const Document& base)
{
    const auto* pair = base.findChild<ComparePair*>(QString(), Qt::FindDirectChildrenOnly);
    return pair != nullptr && pair->target() != nullptr ? pair->target()->analysis() : nullptr;
}

void ComparePair::findPlaces(CompareRows rows, const NamedChange& row)
{
    if (!m_answer)
        return;
    m_places.replace(
        [asked = m_answer, rows, row](const std::stop_token& stop) {
            return Places{medianEvent(asked->baseSide(), rows, row, stop),
                          medianEvent(asked->targetSide(), rows, row, stop)};
        },
        [this](const Places& places) {
            if (m_target)
                emit placesFound(places.base, places.target);
        });
}

} // namespace nv
