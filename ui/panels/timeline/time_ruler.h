// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/panels/timeline/flags.h"
#include "ui/panels/timeline/time_gestures.h"

#include <QWidget>

#include <functional>

namespace nv {

/// The time axis above the lanes, with the steps and the bar of the window; above it the flags of
/// marks and named ranges, when there are any.  The same mouse as the canvas; in addition the bar
/// can be carried as a whole, and a double-click on it zooms to it.  A click on a flag chooses it,
/// Ctrl+click on a second mark asks for the distance of the two; a double-click on the flag of a
/// range makes it the window, on that of a mark edits its note; the right button offers both, and to
/// rename a range.
/// Thread: GUI thread.
class TimeRuler : public QWidget
{
    Q_OBJECT
public:
    explicit TimeRuler(TimelineState& state, QWidget* parent = nullptr);

    TimeGestures& gestures() { return m_gestures; }

    QSize sizeHint() const override;

    /// The name of a range, selected to be typed over, at its flag or the edge it lies beyond.
    void editName(std::uint64_t range);

signals:
    void heightChanged();

protected:
    bool event(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;

private:
    QRect flagArea() const;
    QRect axis() const;
    void annotationsChanged();
    void choose(QPointF at);
    std::optional<Flag> flagUnder(QPoint at) const;
    QRect flagOf(const Annotations::Range& range) const;
    void editNote(const Flag& flag);
    void openEditor(const QString& what, const QString& text, const QRect& beside,
                    std::function<void(const QString&)> keep);
    QString pointerText(Ns at) const;
    QRect pointerBox(Ns at) const;
    void updatePointer(std::optional<Ns> before);
    void paintPointer(QPainter& painter);

    TimelineState& m_state;
    TimeGestures m_gestures;
    Qt::KeyboardModifiers m_released; ///< what was held down when the button came up
};

} // namespace nv
