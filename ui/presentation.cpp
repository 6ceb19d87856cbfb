// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/presentation.h"

#include "core/report/finding_text.h"
#include "ui/annotations.h"
#include "ui/document.h"
#include "ui/finding_html.h"
#include "ui/format.h"
#include "ui/panels/compare/compare_pair.h"
#include "ui/render/page_picture.h"
#include "ui/theme.h"

#include <QCoreApplication>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QPainter>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace nv {

/// Scales what it has until a picture of its own size comes.
class PresentedPicture : public QWidget
{
public:
    using QWidget::QWidget;

    const QImage& image() const { return m_image; }

    void setImage(const QImage& image)
    {
        m_image = image;
        update();
    }

protected:
    void paintEvent(QPaintEvent* /*event*/) override
    {
        if (m_image.isNull())
            return;
        QPainter painter(this);
        painter.setRenderHint(QPainter::SmoothPixmapTransform);
        const QSize size = m_image.size().scaled(this->size(), Qt::KeepAspectRatio);
        painter.drawImage(
            QRect(QPoint((width() - size.width()) / 2, (height() - size.height()) / 2), size),
            m_image);
    }

private:
    QImage m_image;
};

namespace {

constexpr int kLeastType = 15;
constexpr int kTypeShare = 46; ///< this many lines of type fill the height of a screen
constexpr int kMostName = 70;
constexpr std::size_t kMostFigures = 14;
constexpr QSize kLeastPicture(320, 160);
/// The picture is drawn so that its own letters grow with those of the slide.
constexpr double kLaneType = 11;

QString figuresHtml(const Finding& finding)
{
    const QString muted = Theme::current().color(Role::TextMuted).name();
    QString out = QStringLiteral("<table cellspacing=\"0\" cellpadding=\"3\">");
    const std::size_t all = finding.figures.size();
    const std::size_t shown = all > kMostFigures ? kMostFigures - 1 : all;
    for (std::size_t i = 0; i < shown; ++i)
        out += QStringLiteral("<tr><td style=\"color:%1\">%2&nbsp;&nbsp;</td><td>%3</td></tr>")
                   .arg(muted, QString::fromStdString(finding.figures[i].name).toHtmlEscaped(),
                        format::middle(figureText(finding.figures[i]), kMostName).toHtmlEscaped());
    if (shown < all)
        out +=
            QStringLiteral("<tr><td colspan=\"2\" style=\"color:%1\">%2</td></tr>")
                .arg(
                    muted,
                    Presentation::tr("and %1 more, in the export").arg(format::count(all - shown)));
    return out + QStringLiteral("</table>");
}

QLabel* newText(Qt::TextFormat format)
{
    auto* label = new QLabel;
    label->setTextFormat(format); // names of a capture are no markup
    label->setWordWrap(true);
    label->setAlignment(Qt::AlignLeft | Qt::AlignTop);
    return label;
}

} // namespace

Presentation::Presentation(Document& document, QWidget* parent, std::optional<TimelineLook> look)
    : QWidget(parent, Qt::Window)
    , m_document(document)
    , m_analysis(document.analysis())
    , m_other(comparedWith(document))
    , m_look(std::move(look))
    , m_findings(document.annotations().findings().findings())
{
    setWindowTitle(tr("Findings — nsys-verdict"));
    setFocusPolicy(Qt::StrongFocus);
    setAutoFillBackground(true);
    buildLayout();
    const FindingList& list = document.annotations().findings();
    turnTo(list.chosenPlace().value_or(0));
    // Another trace: what is shown here is of one that is gone.
    connect(&document, &Document::analysisChanged, this, [this] {
        if (m_document.trace() != m_analysis->trace.get())
            close();
    });
}

Presentation::~Presentation() = default;

void Presentation::buildLayout()
{
    m_title = newText(Qt::PlainText);
    m_place = new QLabel;
    m_place->setAlignment(Qt::AlignRight | Qt::AlignTop);
    m_picture = new PresentedPicture;
    m_note = newText(Qt::PlainText);
    m_figures = newText(Qt::RichText);
    m_hint = new QLabel(tr("← →  previous, next    Esc  leave"));
    m_hint->setAlignment(Qt::AlignRight);
    auto* head = new QHBoxLayout;
    head->addWidget(m_title, 1);
    head->addWidget(m_place);
    auto* foot = new QHBoxLayout;
    foot->setSpacing(32);
    foot->addWidget(m_note, 1);
    foot->addWidget(m_figures, 1);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(32, 24, 32, 16);
    column->setSpacing(16);
    column->addLayout(head);
    column->addWidget(m_picture, 1);
    column->addLayout(foot);
    column->addWidget(m_hint);
}

void Presentation::turnTo(std::size_t finding)
{
    m_shown = std::min(finding, m_findings.size() - 1);
    const Finding& shown = m_findings[m_shown];
    m_title->setText(QString::fromStdString(shown.title));
    m_place->setText(QStringLiteral("%1 / %2").arg(m_shown + 1).arg(m_findings.size()));
    m_note->setText(QString::fromStdString(shown.note));
    m_figures->setText(figuresHtml(shown));
    m_picture->setImage({});
    const FindingList& list = m_document.annotations().findings();
    if (m_shown < list.items().size()
        && static_cast<const Finding&>(list.items()[m_shown]) == shown)
        m_document.annotations().findings().choose(list.items()[m_shown].id);
    askPicture();
}

void Presentation::setFonts()
{
    const int type = std::max(kLeastType, height() / kTypeShare);
    const auto setSize = [](QLabel& label, int pixels, bool isBold) {
        QFont font = label.font();
        font.setPixelSize(pixels);
        font.setBold(isBold);
        label.setFont(font);
    };
    setSize(*m_title, type * 8 / 5, true);
    setSize(*m_place, type, false);
    setSize(*m_note, type, false);
    setSize(*m_figures, type * 4 / 5, false);
    setSize(*m_hint, std::max(kLeastType * 4 / 5, type / 2), false);
    QPalette muted = palette();
    muted.setColor(QPalette::WindowText, Theme::current().color(Role::TextMuted));
    m_place->setPalette(muted);
    m_hint->setPalette(muted);
}

void Presentation::askPicture()
{
    const QSize room = m_picture->size();
    const int type = std::max(kLeastType, height() / kTypeShare);
    const double zoom = std::max(1.0, type * 0.6 / kLaneType);
    const QSize size = (QSizeF(room) / zoom).toSize();
    if (!isVisible() || size.width() < kLeastPicture.width()
        || size.height() < kLeastPicture.height())
        return;
    const Finding& shown = m_findings[m_shown];
    const bool hasOther =
        m_other && isOther(shown, *m_other->trace) && size.height() >= 2 * kLeastPicture.height();
    auto pictures = findingPictures({m_analysis, hasOther ? m_other : nullptr,
                                     QCoreApplication::applicationVersion(), false, m_look},
                                    shown);
    for (SidePicture& one : pictures) {
        one.options.size = {size.width(), size.height() / static_cast<int>(pictures.size())};
        one.options.pixelRatio = zoom * devicePixelRatioF();
        one.options.theme = Theme::current().mode();
    }
    m_job.replace(
        [pictures = std::move(pictures)](const std::stop_token&) {
            const auto png = stackedBytes(pictures);
            return png ? QImage::fromData(png.value(), "PNG") : QImage();
        },
        [this](const QImage& image) { m_picture->setImage(image); });
}

void Presentation::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    askPicture();
}

void Presentation::keyPressEvent(QKeyEvent* event)
{
    switch (event->key()) {
    case Qt::Key_Escape:
        close();
        return;
    case Qt::Key_Right:
    case Qt::Key_Down:
    case Qt::Key_Space:
    case Qt::Key_PageDown:
    case Qt::Key_Return:
    case Qt::Key_Enter:
        if (m_shown + 1 < m_findings.size())
            turnTo(m_shown + 1);
        return;
    case Qt::Key_Left:
    case Qt::Key_Up:
    case Qt::Key_Backspace:
    case Qt::Key_PageUp:
        if (m_shown > 0)
            turnTo(m_shown - 1);
        return;
    case Qt::Key_Home:
        turnTo(0);
        return;
    case Qt::Key_End:
        turnTo(m_findings.size() - 1);
        return;
    default:
        QWidget::keyPressEvent(event);
    }
}

void Presentation::mousePressEvent(QMouseEvent* event)
{
    if (event->button() == Qt::LeftButton && m_shown + 1 < m_findings.size())
        turnTo(m_shown + 1);
}

void Presentation::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    setFonts();
    layout()->activate(); // the picture has its size then
    askPicture();
}

void Presentation::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() != QEvent::PaletteChange || m_title == nullptr)
        return;
    m_figures->setText(figuresHtml(m_findings[m_shown]));
    askPicture();
}

QString Presentation::titleText() const
{
    return m_title->text();
}

QString Presentation::placeText() const
{
    return m_place->text();
}

QString Presentation::noteText() const
{
    return m_note->text();
}

QString Presentation::figuresText() const
{
    return m_figures->text();
}

const QImage& Presentation::picture() const
{
    return m_picture->image();
}

} // namespace nv
