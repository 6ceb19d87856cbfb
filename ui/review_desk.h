// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>
#include <QObject>
#include <QString>

class QAction;
class QMainWindow;
class QMenu;

namespace nv {

class Document;
class Exporter;
class FindingList;
enum class PackForm;

/// What can be done with findings, by menu, keys and the buttons of their dock: make one of what is
/// looked at, present them, hand them over.
/// Thread: GUI thread.
class ReviewDesk : public QObject
{
    Q_OBJECT
public:
    ReviewDesk(Document& document, QMainWindow& window);

    void setExporter(Exporter* exporter) { m_exporter = exporter; }

    void setTrace(const QString& path) { m_path = path; }

    /// All of them need a trace.
    QList<QAction*> fillMenu(QMenu& menu);

    void make();
    void present();
    void askPack();

signals:
    void said(const QString& sentence, bool isProblem);

private:
    FindingList& findings() const;
    void step(int by);
    void askPlace(bool isRedacted, PackForm form);

    Document& m_document;
    QMainWindow& m_window;
    Exporter* m_exporter = nullptr;
    QString m_path; ///< of the trace shown
};

} // namespace nv
