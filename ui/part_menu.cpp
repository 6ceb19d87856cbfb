// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/window.h"
#include "ui/main_window.h"
#include "ui/number_input.h"

#include <QFileInfo>
#include <QInputDialog>

/// File > Open a part of its time: where a capture does not fit, or would take too long.
namespace nv {

void MainWindow::setLoadRange(const std::optional<TimeRange>& range)
{
    m_part = range;
}

/// Asks for the time as the command line does, about the trace that was opened or refused last.
void MainWindow::askPart()
{
    if (m_asked.isEmpty())
        return;
    auto* dialog = new QInputDialog(this);
    dialog->setObjectName(QStringLiteral("askPart"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setWindowTitle(tr("Open a part of %1").arg(QFileInfo(m_asked).fileName()));
    dialog->setLabelText(tr("From/to on the clock of the capture, as in 1s/2.5s; an open side "
                            "reaches to its end"));
    dialog->setInputMode(QInputDialog::TextInput);
    connect(dialog, &QInputDialog::textValueSelected, this, [this](const QString& text) {
        const Result<TimeFilter> time = parseTimeFilter(readableTimes(text).toStdString());
        if (!time) {
            showError(QString::fromStdString(time.error().message));
            return;
        }
        const TimeRange range{time.value().begin.value_or(kMinNs),
                              time.value().end.value_or(kMaxNs)};
        if (range.isEmpty()) {
            showError(tr("The part must begin before it ends."));
            return;
        }
        setLoadRange(range);
        open(m_asked);
    });
    dialog->open();
}

} // namespace nv
