// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/panels/details/event_sections.h"
#include "ui/table/event_names.h"

#include <QCoreApplication>

/// What both halves of the sections of an event are built with.
namespace nv {

class SectionWriter
{
public:
    SectionWriter(const Analysis& analysis, const Window& window, const EventDetails& details,
                  std::vector<FactSection>& sections)
        : m_analysis(analysis)
        , m_trace(*analysis.trace)
        , m_window(window)
        , m_details(details)
        , m_sections(sections)
    {}

protected:
    static QString tr(const char* text) { return QCoreApplication::translate("Details", text); }

    bool isOp() const { return m_details.event.kind == EventKind::Op; }

    std::uint32_t index() const { return m_details.event.index; }

    OpIndex op() const { return OpIndex(index()); }

    bool isKernel() const { return isOp() && m_trace.ops.kind[index()] == OpKind::Kernel; }

    bool isMark() const
    {
        return m_details.event.kind == EventKind::Range
               && m_trace.ranges.kind[index()] == RangeKind::Mark;
    }

    void begin(const QString& title) { m_sections.push_back({title, {}}); }

    void add(Fact fact) { m_sections.back().facts.push_back(std::move(fact)); }

    QString nameOf(NameId id) const
    {
        return id.isNone() ? QString() : fromUtf8(m_trace.names.display(id));
    }

    const Analysis& analysis() const { return m_analysis; }

    const TraceModel& trace() const { return m_trace; }

    const Window& window() const { return m_window; }

    const EventDetails& details() const { return m_details; }

private:
    const Analysis& m_analysis;
    const TraceModel& m_trace;
    const Window& m_window;
    const EventDetails& m_details;
    std::vector<FactSection>& m_sections;
};

/// Launch or issued work, ranges, step, twins.
void addContextSections(const Analysis& analysis, const Window& window, const EventDetails& details,
                        std::vector<FactSection>& sections);

} // namespace nv
