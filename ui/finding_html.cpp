// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/finding_html.h"

#include "core/report/minus_signs.h"
#include "ui/format.h"
#include "ui/theme.h"

namespace nv {
namespace {

QString escaped(const std::string& text)
{
    return QString::fromStdString(text).toHtmlEscaped();
}

} // namespace

QString figureText(const FindingFigure& figure)
{
    const QString text = QString::fromStdString(withMinusSigns(figure.value));
    return figure.isName ? text : format::withTimes(text);
}

QString findingHtml(const Finding& finding)
{
    const QString muted = Theme::current().color(Role::TextMuted).name();
    QString out = QStringLiteral("<table cellspacing=\"0\" cellpadding=\"2\">");
    for (const FindingFigure& figure : finding.figures)
        // The definition below its figure: docks are narrow.
        out += QStringLiteral("<tr><td style=\"color:%1\">%2&nbsp;</td><td>%3<br/>"
                              "<small style=\"color:%1\">%4</small></td></tr>")
                   .arg(muted, escaped(figure.name), figureText(figure).toHtmlEscaped(),
                        escaped(figure.definition));
    out += QStringLiteral("</table>");
    for (const std::string& command : finding.commands)
        out += QStringLiteral("<p style=\"margin:4px 0 0 0\"><code>%1</code></p>")
                   .arg(escaped(command));
    return out;
}

} // namespace nv
