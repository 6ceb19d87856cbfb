// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFrame>
#include <QRect>

class QLabel;
class QPushButton;

namespace nv {

/// The frame around what is shown: only a line, nothing below it is kept from the mouse.
class TourFrame : public QWidget
{
    Q_OBJECT
public:
    explicit TourFrame(QWidget* window);

protected:
    void paintEvent(QPaintEvent* event) override;
};

/// What is said beside it, with the buttons that go on.
class TourCard : public QFrame
{
    Q_OBJECT
public:
    explicit TourCard(QWidget* window);

    void say(const QString& title, const QString& text, std::size_t step, std::size_t count);

    QPushButton& next() { return *m_next; }

    QPushButton& back() { return *m_back; }

    QPushButton& endButton() { return *m_end; }

    QString title() const;
    QString text() const;

signals:
    void nextAsked();
    void backAsked();
    void endAsked();

protected:
    bool event(QEvent* event) override;

private:
    QPushButton* pressed() const;

    QLabel* m_title;
    QLabel* m_text;
    QLabel* m_place;
    QPushButton* m_back;
    QPushButton* m_end;
    QPushButton* m_next;
};

/// Where the card stands: below, above, right or left of what is shown, wherever there is room;
/// else in its corner.  All inside `window`.
QRect cardPlace(QSize card, const QRect& shown, const QRect& window);

} // namespace nv
