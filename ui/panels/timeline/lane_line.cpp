// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/timeline/lane_line.h"

#include "ui/format.h"
#include "ui/render/strip_painter.h"
#include "ui/theme.h"

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QPainter>

namespace nv {

namespace {

constexpr int kHeight = 20;
constexpr int kLeastWidth = 60;

} // namespace

LaneFilterField::LaneFilterField(QWidget* parent)
    : QLineEdit(parent)
{
    setPlaceholderText(tr("filter lanes"));
    setToolTip(tr("Words of device, stream, process, thread or NVTX domain; lanes must match all"));
    setClearButtonEnabled(true);
    setAccessibleName(tr("Filter lanes"));
    setFont(laneFont(1.0));
    setMinimumWidth(kLeastWidth);
    setFixedHeight(kHeight);
}

bool LaneFilterField::takes(const QKeyEvent& key)
{
    return key.key() == Qt::Key_Escape || key.key() == Qt::Key_Down || key.key() == Qt::Key_Return
           || key.key() == Qt::Key_Enter;
}

bool LaneFilterField::event(QEvent* event)
{
    if (event->type() == QEvent::ShortcutOverride && takes(*static_cast<QKeyEvent*>(event))) {
        event->accept();
        return true;
    }
    return QLineEdit::event(event);
}

void LaneFilterField::keyPressEvent(QKeyEvent* event)
{
    if (!takes(*event)) {
        QLineEdit::keyPressEvent(event);
        return;
    }
    event->accept();
    if (event->key() == Qt::Key_Escape)
        clear();
    emit left();
}

void LaneFilterField::focusOutEvent(QFocusEvent* event)
{
    QLineEdit::focusOutEvent(event);
    if (!text().trimmed().isEmpty() || event->reason() == Qt::PopupFocusReason
        || event->reason() == Qt::ActiveWindowFocusReason)
        return;
    hide();
    emit closed();
}

LaneNotice::LaneNotice(QWidget* parent)
    : QAbstractButton(parent)
{
    setCursor(Qt::PointingHandCursor);
    setFont(laneFont(1.0));
    setFocusPolicy(Qt::TabFocus);
}

QSize LaneNotice::sizeHint() const
{
    return {fontMetrics().horizontalAdvance(text()) + 4, fontMetrics().height() + 4};
}

void LaneNotice::paintEvent(QPaintEvent* /*event*/)
{
    QPainter painter(this);
    QFont face = font();
    face.setUnderline(underMouse() || hasFocus());
    painter.setFont(face);
    painter.setPen(Theme::current().color(Role::Accent));
    painter.drawText(rect(), Qt::AlignCenter, text());
}

LaneLine::LaneLine(TimelineState& state, QWidget* parent)
    : QWidget(parent)
    , m_state(state)
    , m_field(new LaneFilterField(this))
    , m_hidden(new LaneNotice(this))
    , m_inactive(new LaneNotice(this))
{
    auto* row = new QHBoxLayout(this);
    row->setSizeConstraint(QLayout::SetNoConstraint); // the tree says how wide it is
    row->setContentsMargins(6, 1, 6, 1);
    row->setSpacing(8);
    row->addWidget(m_field, 1);
    row->addWidget(m_hidden);
    row->addWidget(m_inactive);
    row->addStretch(0);
    m_field->hide();
    connect(m_field, &QLineEdit::textChanged, &m_state, &TimelineState::setLaneFilter);
    connect(m_field, &LaneFilterField::left, this, &LaneLine::leaveFilter);
    connect(m_field, &LaneFilterField::closed, this, &LaneLine::refresh);
    connect(m_hidden, &QAbstractButton::clicked, &m_state, &TimelineState::showHiddenLanes);
    connect(m_inactive, &QAbstractButton::clicked, &m_state,
            [this] { m_state.setOnlyActive(false); });
    connect(&m_state, &TimelineState::lanesChosen, this, &LaneLine::refresh);
    connect(&m_state, &TimelineState::layoutChanged, this, &LaneLine::refresh);
    refresh();
}

void LaneLine::openFilter()
{
    m_field->show();
    refresh();
    m_field->setFocus(Qt::ShortcutFocusReason);
    m_field->selectAll();
}

void LaneLine::leaveFilter()
{
    if (m_field->text().trimmed().isEmpty())
        m_field->hide();
    refresh();
    emit left();
}

bool LaneLine::isNeeded() const
{
    return !m_field->isHidden() || !m_hidden->isHidden() || !m_inactive->isHidden();
}

void LaneLine::refresh()
{
    const std::size_t hidden = m_state.layout().hiddenCount();
    m_hidden->setText(format::count(hidden) + tr(" hidden"));
    m_hidden->setToolTip(tr("Show the hidden lanes again"));
    m_hidden->setVisible(hidden > 0);
    const std::size_t inactive = m_state.layout().inactiveCount();
    m_inactive->setText(format::count(inactive) + tr(" not active"));
    m_inactive->setToolTip(tr("Show the lanes again that do nothing in the window"));
    m_inactive->setVisible(m_state.showsOnlyActive());
    for (LaneNotice* notice : {m_hidden, m_inactive})
        notice->updateGeometry();
    if (m_field->text() != m_state.laneFilter()) {
        m_field->setText(m_state.laneFilter()); // another trace
        if (!m_field->hasFocus() && m_field->text().isEmpty())
            m_field->hide();
    }
    if (isNeeded() == m_wasNeeded)
        return;
    m_wasNeeded = isNeeded();
    emit neededChanged();
}

} // namespace nv
