// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/analysis.h"
#include "tests/support/scene_fixture.h"
#include "ui/document.h"
#include "ui/panels/timeline/timeline_panel.h"

#include <QCoreApplication>
#include <QMouseEvent>
#include <QTest>
#include <QWheelEvent>

namespace nv::fixture {

inline AnalysisPtr analysed(const TracePtr& trace)
{
    Progress progress;
    Result<AnalysisPtr> analysis = analyse(trace, Thresholds{}, {}, progress);
    if (!analysis)
        throw std::runtime_error(analysis.error().message);
    return analysis.value();
}

/// The mouse with modifiers, which QTest::mouseMove cannot press.
class Mouse
{
public:
    explicit Mouse(QWidget& widget, Qt::KeyboardModifiers modifiers = Qt::NoModifier)
        : m_widget(widget)
        , m_modifiers(modifiers)
    {}

    Mouse& press(QPointF at, Qt::MouseButton button = Qt::LeftButton)
    {
        m_button = button;
        send(QEvent::MouseButtonPress, at, button, button);
        return *this;
    }

    Mouse& move(QPointF at)
    {
        send(QEvent::MouseMove, at, Qt::NoButton, m_button);
        return *this;
    }

    Mouse& release(QPointF at)
    {
        send(QEvent::MouseButtonRelease, at, m_button, Qt::NoButton);
        m_button = Qt::NoButton;
        return *this;
    }

    /// In three moves, as a hand would.
    void drag(QPointF from, QPointF to, Qt::MouseButton button = Qt::LeftButton)
    {
        press(from, button);
        for (const double share : {0.4, 0.8, 1.0})
            move(from + (to - from) * share);
        release(to);
    }

    void click(QPointF at) { press(at).release(at); }

    void doubleClick(QPointF at)
    {
        click(at);
        send(QEvent::MouseButtonDblClick, at, Qt::LeftButton, Qt::LeftButton);
        send(QEvent::MouseButtonRelease, at, Qt::LeftButton, Qt::NoButton);
    }

    void wheel(QPointF at, QPoint angle)
    {
        QWheelEvent event(at, m_widget.mapToGlobal(at), {}, angle, Qt::NoButton, m_modifiers,
                          Qt::NoScrollPhase, false);
        QCoreApplication::sendEvent(&m_widget, &event);
    }

private:
    void send(QEvent::Type type, QPointF at, Qt::MouseButton button, Qt::MouseButtons buttons)
    {
        QMouseEvent event(type, at, m_widget.mapToGlobal(at), button, buttons, m_modifiers);
        QCoreApplication::sendEvent(&m_widget, &event);
    }

    QWidget& m_widget;
    Qt::KeyboardModifiers m_modifiers;
    Qt::MouseButton m_button = Qt::NoButton;
};

} // namespace nv::fixture
