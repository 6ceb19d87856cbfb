// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/panels/details/event_sections.h"

#include <QTreeWidget>

namespace nv {

/// Sections of facts: what, and its figure.  A line that leads somewhere stands in the accent;
/// Enter and a click follow it.  Ctrl+C copies the chosen lines, without any all of them, as a table
/// of section, what and exact value.
/// New facts keep what the reader folded, the place and the chosen line.  Letters belong to the
/// timeline.  Thread: GUI thread.
class FactTree : public QTreeWidget
{
    Q_OBJECT
public:
    explicit FactTree(QWidget* parent = nullptr);

    void setSections(std::vector<FactSection> sections);

    const std::vector<FactSection>& sections() const { return m_sections; }

    /// The item of a fact, by the titles; null when there is none.
    QTreeWidgetItem* find(const QString& section, const QString& what) const;

    QString copyText(bool onlyChosen) const; ///< tab-separated, one heading
    void copy() const;

signals:
    void followed(const nv::FactLink& link);

protected:
    void keyPressEvent(QKeyEvent* event) override;
    bool event(QEvent* event) override;

private:
    struct Line
    {
        std::size_t section = 0;
        std::size_t fact = 0;
    };

    void refill();
    void addSection(std::size_t section, bool isFolded);
    void fill(QTreeWidgetItem& item, const Fact& fact) const;
    std::optional<Line> lineOf(QTreeWidgetItem* item) const;
    void follow(QTreeWidgetItem* item);

    std::vector<FactSection> m_sections;
};

} // namespace nv
