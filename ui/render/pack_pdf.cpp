// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/render/pack_pdf.h"

#include "ui/theme.h"

#include <QAbstractTextDocumentLayout>
#include <QBuffer>
#include <QFontDatabase>
#include <QImage>
#include <QPainter>
#include <QPdfWriter>
#include <QTextBlock>
#include <QTextCursor>
#include <QTextDocument>
#include <QTextTable>
#include <QUrl>

#include <algorithm>
#include <cmath>

namespace nv {
namespace {

constexpr int kDpi = 96;     ///< text is laid out in pixels of this size
constexpr int kPdfDpi = 600; ///< and drawn this fine
constexpr double kMarginMm = 15;
constexpr double kFootMm = 8;
constexpr int kTextPx = 11; ///< 8.25 pt
constexpr int kTitlePx = 20;
constexpr int kHeadingPx = 16;
constexpr int kCaptionPx = 12;
constexpr qreal kGap = 6;
constexpr qreal kCellPadding = 2;
constexpr qreal kBetweenColumns = 8;

QString plain(const std::string& text)
{
    return QString::fromStdString(plainLine(text));
}

/// Writes content into a document from top to bottom.
class PdfText
{
public:
    PdfText(QTextDocument& document, qreal width)
        : m_document(document)
        , m_cursor(&document)
        , m_width(width)
        , m_theme(Theme::of(Theme::Mode::Light))
    {}

    void title(const QString& text) { line(text, kTitlePx, true, 0, false); }

    void section(const Section& section, const PackItem* item, bool isOnNewPage)
    {
        line(QString::fromStdString(section.title), kHeadingPx, true, kGap * 2, isOnNewPage);
        if (item != nullptr && item->picture)
            picture(*item->picture);
        for (const TextCell& paragraph : section.paragraphs)
            line(plain(paragraph.text), kTextPx, false, kGap, false);
        for (const TextTable& one : section.tables)
            table(one);
    }

private:
    void line(const QString& text, int pixels, bool isBold, qreal above, bool onNewPage)
    {
        QTextBlockFormat block;
        block.setTopMargin(above);
        block.setBottomMargin(kGap / 2);
        if (onNewPage)
            block.setPageBreakPolicy(QTextFormat::PageBreak_AlwaysBefore);
        insertBlock(block);
        m_cursor.insertText(text, letters(pixels, isBold, Role::Text));
    }

    QTextCharFormat letters(int pixels, bool isBold, Role role) const
    {
        QTextCharFormat format;
        format.setProperty(QTextFormat::FontPixelSize, pixels); // points depend on the screen
        format.setFontWeight(isBold ? QFont::DemiBold : QFont::Normal);
        format.setForeground(m_theme.color(role));
        return format;
    }

    /// The document begins with an empty block, and ends with one after a table.
    void insertBlock(const QTextBlockFormat& format)
    {
        if (m_cursor.block().length() > 1)
            m_cursor.insertBlock(format, QTextCharFormat());
        else
            m_cursor.setBlockFormat(format);
    }

    void picture(const PagePicture& picture)
    {
        const QUrl name(QStringLiteral("picture-%1").arg(m_pictures++));
        const QImage image = QImage::fromData(QByteArray::fromStdString(picture.light), "PNG");
        m_document.addResource(QTextDocument::ImageResource, name, image);
        QTextBlockFormat block;
        block.setTopMargin(kGap);
        block.setBottomMargin(kGap);
        insertBlock(block);
        QTextImageFormat format;
        format.setName(name.toString());
        format.setWidth(std::floor(m_width));
        format.setHeight(std::floor(m_width * picture.height / std::max(1, picture.width)));
        m_cursor.insertImage(format);
    }

    void table(const TextTable& table)
    {
        if (table.rows.empty())
            return;
        line(QString::fromStdString(table.caption), kCaptionPx, true,
             table.caption.empty() ? 0 : kGap * 2, false);
        QTextTableFormat format;
        format.setBorder(0);
        format.setCellSpacing(0);
        format.setCellPadding(kCellPadding);
        format.setBottomMargin(kGap * 2);
        // Words take the width of the page; figures stand where their names are.
        if (std::any_of(table.columns.begin() + 1, table.columns.end(),
                        [](const TextColumn& column) { return !column.isNumber; })
            || table.columns.size() == 1)
            format.setWidth(QTextLength(QTextLength::PercentageLength, 100));
        // No repeated header: Qt draws it over what follows a table that ends with its page.
        const auto columns = static_cast<int>(table.columns.size());
        QTextTable* out =
            m_cursor.insertTable(static_cast<int>(table.rows.size()) + 1, columns, format);
        for (int column = 0; column < columns; ++column) {
            const TextColumn& head = table.columns[static_cast<std::size_t>(column)];
            cell(*out, 0, column, QString::fromStdString(head.title), head.isNumber,
                 Role::TextMuted);
        }
        for (std::size_t row = 0; row < table.rows.size(); ++row)
            for (std::size_t column = 0; column < table.rows[row].size(); ++column)
                cell(*out, static_cast<int>(row) + 1, static_cast<int>(column),
                     plain(table.rows[row][column].text), table.columns[column].isNumber,
                     Role::Text);
        m_cursor.movePosition(QTextCursor::End);
        if (!table.note.empty())
            line(plain(table.note), kTextPx, false, 0, false);
    }

    void cell(QTextTable& table, int row, int column, const QString& text, bool isNumber,
              Role role) const
    {
        QTextTableCell cell = table.cellAt(row, column);
        QTextTableCellFormat box = cell.format().toTableCellFormat();
        box.setPadding(kCellPadding);
        box.setRightPadding(kBetweenColumns);
        box.setBottomBorder(1);
        box.setBottomBorderStyle(QTextFrameFormat::BorderStyle_Solid);
        box.setBottomBorderBrush(m_theme.color(Role::Line));
        cell.setFormat(box);
        QTextCursor at = cell.firstCursorPosition();
        QTextBlockFormat block;
        block.setAlignment(isNumber ? Qt::AlignRight : Qt::AlignLeft);
        at.setBlockFormat(block);
        at.insertText(text, letters(kTextPx, false, role));
    }

    QTextDocument& m_document;
    QTextCursor m_cursor;
    qreal m_width;
    const Theme& m_theme;
    int m_pictures = 0;
};

void paintFoot(QPainter& painter, const QRectF& area, const QString& title, const QString& number)
{
    const Theme& theme = Theme::of(Theme::Mode::Light);
    QFont small = painter.font();
    small.setPixelSize(kTextPx);
    painter.setFont(small);
    painter.setPen(theme.color(Role::TextMuted));
    painter.drawText(area, Qt::AlignRight | Qt::AlignBottom, number);
    const QRectF room = area.adjusted(0, 0, -80, 0);
    painter.drawText(
        room, Qt::AlignLeft | Qt::AlignBottom,
        painter.fontMetrics().elidedText(title, Qt::ElideMiddle, static_cast<int>(room.width())));
}

/// Page by page, as laid out, each with its foot.
void paintPages(QPdfWriter& writer, QTextDocument& document, QSizeF page, const QString& title)
{
    QPainter painter(&writer);
    const double scale = static_cast<double>(kPdfDpi) / kDpi;
    painter.scale(scale, scale);
    const int pages = document.pageCount();
    for (int i = 0; i < pages; ++i) {
        if (i > 0)
            writer.newPage();
        const QRectF shown(0, i * page.height(), page.width(), page.height());
        painter.save();
        painter.translate(0, -shown.top());
        QAbstractTextDocumentLayout::PaintContext context;
        context.clip = shown;
        context.palette.setColor(QPalette::Text, Qt::black);
        painter.setClipRect(shown);
        document.documentLayout()->draw(&painter, context);
        painter.restore();
        paintFoot(painter, QRectF(0, page.height(), page.width(), kFootMm / 25.4 * kDpi), title,
                  QStringLiteral("%1 / %2").arg(i + 1).arg(pages));
    }
}

} // namespace

QByteArray packPdf(const Pack& pack)
{
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    QPdfWriter writer(&buffer);
    const Content content = packContent(pack);
    const QString title = plain(content.title);
    writer.setTitle(title);
    writer.setCreator(QStringLiteral("nsys-verdict"));
    writer.setResolution(kPdfDpi);
    writer.setPageLayout(QPageLayout(QPageSize(QPageSize::A4), QPageLayout::Portrait,
                                     QMarginsF(kMarginMm, kMarginMm, kMarginMm, kMarginMm),
                                     QPageLayout::Millimeter));
    const double scale = static_cast<double>(kDpi) / kPdfDpi;
    const QSizeF whole(writer.width() * scale, writer.height() * scale);
    const QSizeF page(std::floor(whole.width()),
                      std::floor(whole.height() - kFootMm / 25.4 * kDpi));

    QTextDocument document;
    document.setDocumentMargin(0);
    document.setUndoRedoEnabled(false);
    document.setUseDesignMetrics(true); // laid out small, drawn fine
    QTextOption option;
    option.setWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
    document.setDefaultTextOption(option);
    document.setPageSize(page);
    PdfText text(document, page.width());
    text.title(title);
    // Each finding, and what holds for all of them.
    const std::size_t findings = pack.items.size();
    for (std::size_t i = 0; i < content.sections.size(); ++i)
        text.section(content.sections[i], i < findings ? &pack.items[i] : nullptr,
                     i > 0 && i <= findings);
    paintPages(writer, document, page, title);
    buffer.close();
    return bytes;
}

} // namespace nv
