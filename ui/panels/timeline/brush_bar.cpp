// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/timeline/brush_bar.h"

#include "ui/commands/commands.h"
#include "ui/panels/timeline/time_gestures.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QToolButton>

#include <algorithm>
#include <array>
#include <utility>

namespace nv {

namespace {

constexpr int kTop = 8;
constexpr int kAir = 6;
constexpr int kRestMs = 6000;

/// By id: the window adds what it can do, and what is not there has no button.
constexpr std::array kButtons{
    std::pair{"view.window", QT_TRANSLATE_NOOP("nv::BrushBar", "Zoom")},
    std::pair{"range.keep", QT_TRANSLATE_NOOP("nv::BrushBar", "Add range")},
    std::pair{"compare.with", QT_TRANSLATE_NOOP("nv::BrushBar", "Compare")},
    std::pair{"file/export-review-page", QT_TRANSLATE_NOOP("nv::BrushBar", "Export")},
};

} // namespace

BrushBar::BrushBar(TimelineState& state, QWidget& canvas)
    : QFrame(&canvas)
    , m_state(state)
    , m_canvas(canvas)
    , m_row(new QHBoxLayout(this))
{
    setFrameShape(QFrame::Box);
    setAutoFillBackground(true);
    setAccessibleName(tr("With the window that was set"));
    setCursor(Qt::ArrowCursor);
    m_row->setContentsMargins(2, 2, 2, 2);
    m_row->setSpacing(2);
    hide();
    m_rest.setSingleShot(true);
    m_rest.setInterval(kRestMs);
    connect(&m_rest, &QTimer::timeout, this, &QWidget::hide);
    const Document& document = m_state.document();
    connect(&document, &Document::viewChanged, this, &QWidget::hide);
    connect(&document, &Document::windowChanged, this, &QWidget::hide);
    canvas.installEventFilter(this);
}

void BrushBar::follow(const TimeGestures& gestures) const
{
    connect(&gestures, &TimeGestures::brushed, this, &BrushBar::showBeside);
}

/// Anew each time: keys may have changed.
void BrushBar::fill()
{
    qDeleteAll(findChildren<QToolButton*>(QString(), Qt::FindDirectChildrenOnly));
    for (const auto& [name, title] : kButtons) {
        const QString id = QString::fromLatin1(name);
        const Command* command = m_state.commands().find(id);
        if (command == nullptr)
            continue;
        auto* button = new QToolButton(this);
        const QString keys = keysText(command->keys);
        button->setText(keys.isEmpty() ? tr(title) : tr(title) % u" (" % keys % u')');
        button->setToolTip(m_state.commands().titleOf(*command));
        button->setAutoRaise(true);
        button->setFocusPolicy(Qt::NoFocus);
        connect(button, &QToolButton::clicked, this, [this, id] {
            hide();
            m_state.commands().run(id);
        });
        m_row->addWidget(button);
    }
}

void BrushBar::showBeside(double x)
{
    fill();
    const QSize size = sizeHint();
    if (size.width() + 2 * kAir > m_canvas.width())
        return;
    // Outside of the window where there is room: its end must stay in sight.
    const double end = m_state.scale().xOf(m_state.document().window().range.end);
    const int beside = static_cast<int>(std::max(x, std::min(end, m_canvas.width() * 1.0))) + kAir;
    const int left = std::clamp(beside, kAir, m_canvas.width() - size.width() - kAir);
    setGeometry(left, m_state.rows().bandHeight() + kTop, size.width(), size.height());
    show();
    raise();
    m_rest.start();
}

bool BrushBar::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::MouseButtonPress || event->type() == QEvent::KeyPress)
        hide();
    return QFrame::eventFilter(watched, event);
}

} // namespace nv
