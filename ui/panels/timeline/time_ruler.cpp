// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/timeline/time_ruler.h"

#include "ui/commands/commands.h"
#include "ui/panels/timeline/note_editor.h"
#include "ui/range_actions.h"
#include "ui/render/strip_painter.h"
#include "ui/render/time_axis.h"

#include <QContextMenuEvent>
#include <QHelpEvent>
#include <QMenu>
#include <QMouseEvent>
#include <QPainter>
#include <QPointer>
#include <QToolTip>

#include <algorithm>

namespace nv {

TimeRuler::TimeRuler(TimelineState& state, QWidget* parent)
    : QWidget(parent)
    , m_state(state)
    , m_gestures(state, *this,
                 [this](QPointF at) { return windowBar(rect()).contains(at.toPoint()); })
{
    setMouseTracking(true);
    setAttribute(Qt::WA_OpaquePaintEvent);
    setFixedHeight(kAxisHeight);
    setAccessibleName(tr("Time axis"));
    const Document& document = m_state.document();
    for (const auto changed :
         {&Document::analysisChanged, &Document::viewChanged, &Document::windowChanged})
        connect(&document, changed, this, qOverload<>(&QWidget::update));
    connect(&m_state, &TimelineState::layoutChanged, this, qOverload<>(&QWidget::update));
    connect(&m_state, &TimelineState::cursorMoved, this, &TimeRuler::updatePointer);
    connect(&m_gestures, &TimeGestures::rubberChanged, this, qOverload<>(&QWidget::update));
    connect(&m_gestures, &TimeGestures::clicked, this, &TimeRuler::choose);
    const Annotations& annotations = document.annotations();
    connect(&annotations, &Annotations::changed, this, &TimeRuler::annotationsChanged);
    connect(&annotations, &Annotations::chosenChanged, this, qOverload<>(&QWidget::update));
    annotationsChanged();
}

QSize TimeRuler::sizeHint() const
{
    return {400, height()};
}

QRect TimeRuler::flagArea() const
{
    return {0, 0, width(), flagsHeight(m_state.document().annotations())};
}

QRect TimeRuler::axis() const
{
    return rect().adjusted(0, flagArea().height(), 0, 0);
}

void TimeRuler::annotationsChanged()
{
    const int wanted = kAxisHeight + flagArea().height();
    if (wanted != height()) {
        setFixedHeight(wanted);
        emit heightChanged();
    }
    update();
}

void TimeRuler::choose(QPointF at)
{
    if (!flagArea().contains(at.toPoint()))
        return;
    Annotations& annotations = m_state.document().annotations();
    const std::optional<Flag> flag = flagUnder(at.toPoint());
    if (!flag)
        annotations.chooseNothing();
    else if (flag->range)
        annotations.chooseRange(*flag->range);
    else if (m_released.testFlag(Qt::ControlModifier) || m_released.testFlag(Qt::ShiftModifier))
        annotations.compareMark(flag->mark);
    else
        annotations.chooseMark(flag->mark);
}

std::optional<Flag> TimeRuler::flagUnder(QPoint at) const
{
    return flagAt(at, flagArea(), m_state.scale(), m_state.document().annotations());
}

/// A range out of sight has no flag: then the edge of the view that is nearer to it.
QRect TimeRuler::flagOf(const Annotations::Range& range) const
{
    for (const Flag& flag :
         rangeFlags(flagArea(), m_state.scale(), m_state.document().annotations()))
        if (flag.range == range.id)
            return flag.box;
    const bool isLater = range.range.begin > m_state.document().view().current().begin;
    return {isLater ? width() : 0, 0, 1, kFlagLine};
}

void TimeRuler::editName(std::uint64_t range)
{
    Annotations& annotations = m_state.document().annotations();
    const Annotations::Range* named = annotations.find(range);
    if (named == nullptr)
        return;
    openEditor(tr("Name"), QString::fromStdString(named->name), flagOf(*named),
               [notes = QPointer(&annotations), range](const QString& text) {
                   if (notes)
                       notes->rename(range, text);
               });
}

void TimeRuler::editNote(const Flag& flag)
{
    Annotations& annotations = m_state.document().annotations();
    const Annotations::Range* range = flag.range ? annotations.find(*flag.range) : nullptr;
    const QString note =
        range != nullptr ? QString::fromStdString(range->note) : annotations.noteOfMark(flag.mark);
    openEditor(tr("Note"), note, flag.box,
               [notes = QPointer(&annotations), flag](const QString& text) {
                   if (notes && flag.range)
                       notes->setNote(*flag.range, text);
                   else if (notes)
                       notes->setMarkNote(flag.mark, text);
               });
}

/// Over the lanes, where there is room for it.  It may outlive the document of a window that is
/// closed while somebody writes.
void TimeRuler::openEditor(const QString& what, const QString& text, const QRect& beside,
                           std::function<void(const QString&)> keep)
{
    QWidget* parent = parentWidget();
    new NoteEditor(what, text, beside.translated(mapTo(parent, QPoint(0, 0))), std::move(keep),
                   parent);
}

void TimeRuler::contextMenuEvent(QContextMenuEvent* event)
{
    const std::optional<Flag> flag = flagUnder(event->pos());
    if (!flag) {
        QWidget::contextMenuEvent(event);
        return;
    }
    Annotations& annotations = m_state.document().annotations();
    if (flag->range)
        annotations.chooseRange(*flag->range);
    else
        annotations.chooseMark(flag->mark);
    QMenu menu(this);
    if (flag->range)
        menu.addAction(m_state.commands().entry(tr("Rename …"), QStringLiteral("range.rename")),
                       this, [this, &flag] { editName(*flag->range); });
    menu.addAction(tr("Edit note …"), this, [this, &flag] { editNote(*flag); });
    if (flag->range)
        menu.addAction(tr("Make it the window"), this,
                       [this, &flag] { jumpToRange(m_state.document(), *flag->range); });
    menu.addAction(tr("Remove\tDel"), this, [&annotations] { annotations.removeChosen(); });
    menu.exec(event->globalPos());
}

bool TimeRuler::event(QEvent* event)
{
    if (event->type() != QEvent::ToolTip || m_state.trace() == nullptr)
        return QWidget::event(event);
    const auto& help = static_cast<const QHelpEvent&>(*event);
    const Annotations& annotations = m_state.document().annotations();
    const std::optional<Flag> flag = flagUnder(help.pos());
    if (flag)
        QToolTip::showText(help.globalPos(), flagText(*flag, annotations), this, flag->box);
    else
        QToolTip::hideText();
    return true;
}

void TimeRuler::paintEvent(QPaintEvent* /*event*/)
{
    QPainter painter(this);
    const Theme& theme = Theme::current();
    const AnalysisPtr& analysis = m_state.document().analysis();
    if (!analysis || m_state.scale().isEmpty()) {
        painter.fillRect(rect(), theme.color(Role::Panel));
        return;
    }
    const scene::TimeScale scale = m_state.scale();
    const Window& window = m_state.document().window();
    paintFlags(painter, flagArea(), scale, m_state.document().annotations(), theme);
    paintAxis(painter, axis(), scale, theme);
    paintSteps(painter, axis(), scale, analysis->steady, theme);
    paintWindowBar(painter, axis(), scale, window, windowName(window, analysis->steady), theme);
    paintPointer(painter);
}

QString TimeRuler::pointerText(Ns at) const
{
    return axisText(m_state.scale(), at);
}

/// Where the time under the pointer is written.
QRect TimeRuler::pointerBox(Ns at) const
{
    const int x = static_cast<int>(m_state.scale().xOf(at));
    const int w = QFontMetrics(laneFont(1.0)).horizontalAdvance(pointerText(at)) + 8;
    return {std::clamp(x - w / 2, 0, std::max(width() - w, 0)), axis().top(), w, 16};
}

void TimeRuler::updatePointer(std::optional<Ns> before)
{
    for (const std::optional<Ns>& at : {before, m_state.cursor()}) {
        if (!at || m_state.scale().isEmpty())
            continue;
        update(pointerBox(*at));
        update(QRect(static_cast<int>(m_state.scale().xOf(*at)), axis().top(), 1, axis().height()));
    }
}

/// The time under the pointer, as exact as a pixel, over the labels it covers.
void TimeRuler::paintPointer(QPainter& painter)
{
    if (!m_state.cursor())
        return;
    const Theme& theme = Theme::current();
    const QRect box = pointerBox(*m_state.cursor());
    painter.setFont(laneFont(1.0));
    painter.fillRect(box, theme.color(Role::Text));
    painter.setPen(theme.color(Role::Background));
    painter.drawText(box, Qt::AlignCenter, pointerText(*m_state.cursor()));
    painter.fillRect(static_cast<int>(m_state.scale().xOf(*m_state.cursor())), box.bottom() + 1, 1,
                     windowBar(rect()).top() - box.bottom() - 1, theme.color(Role::Text));
}

void TimeRuler::mousePressEvent(QMouseEvent* event)
{
    if (!m_gestures.press(*event))
        QWidget::mousePressEvent(event);
}

void TimeRuler::mouseMoveEvent(QMouseEvent* event)
{
    if (m_state.trace() == nullptr || m_state.scale().isEmpty())
        return;
    m_state.setCursor(m_state.scale().timeAt(event->position().x()));
    m_gestures.move(*event);
}

void TimeRuler::mouseReleaseEvent(QMouseEvent* event)
{
    m_released = event->modifiers();
    if (!m_gestures.release(*event))
        QWidget::mouseReleaseEvent(event);
}

void TimeRuler::mouseDoubleClickEvent(QMouseEvent* event)
{
    const Document& document = m_state.document();
    const std::optional<Flag> flag = flagUnder(event->position().toPoint());
    if (flag && flag->range)
        jumpToRange(m_state.document(), *flag->range);
    else if (flag)
        editNote(*flag);
    else if (m_state.trace() != nullptr && windowBar(rect()).contains(event->position().toPoint())
             && document.window().range.contains(m_state.scale().timeAt(event->position().x())))
        m_state.document().zoomToWindow();
}

void TimeRuler::wheelEvent(QWheelEvent* event)
{
    if (!m_gestures.wheel(*event))
        QWidget::wheelEvent(event);
}

void TimeRuler::leaveEvent(QEvent* /*event*/)
{
    m_state.setCursor(std::nullopt);
}

} // namespace nv
