// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/trace_maker/recipe.h"
#include "tests/bench/bench_trace.h"
#include "tests/pictures/studio.h"

#include <QFile>

namespace nv::pictures {

namespace {

constexpr std::uint64_t kChartRows = 20'000;

/// The sample with something changed in its file.
QString writeVariant(const QString& path, const char* sql)
{
    Result<TraceMaker> maker = makeTraceFromFile(NV_SAMPLE_RECIPE);
    if (!maker)
        return QString::fromStdString(maker.error().message);
    if (*sql != '\0')
        maker.value().afterwards(sql);
    const Status written = maker.value().writeTo(path.toStdString());
    return written ? QString() : QString::fromStdString(written.error().message);
}

/// A loop that shares no name with the sample.
QString writeStranger(const QString& path)
{
    TraceMaker maker;
    const std::int64_t process = maker.process(77, "solver");
    const std::int64_t thread = maker.thread(process, 77, "solver");
    constexpr Ns kStep = 2'000'000;
    for (Ns t = 0; t < 50 * kStep; t += kStep) {
        MadeKernel kernel;
        kernel.place.globalPid = process;
        kernel.name = maker.kernelName("void jacobi<double>(double *)");
        kernel.start = t + 20'000;
        kernel.end = t + 1'500'000;
        maker.launch(thread, {t, t + 8'000}, kernel, "cuLaunchKernel");
    }
    const Status written = maker.writeTo(path.toStdString());
    return written ? QString() : QString::fromStdString(written.error().message);
}

} // namespace

QString Traces::make()
{
    // A tenth more of everything: times are stretched in the finished file.
    static const char* const kSlower =
        "UPDATE CUPTI_ACTIVITY_KIND_KERNEL SET start = start * 11 / 10, end = end * 11 / 10;"
        "UPDATE CUPTI_ACTIVITY_KIND_RUNTIME SET start = start * 11 / 10, end = end * 11 / 10;"
        "UPDATE NVTX_EVENTS SET start = start * 11 / 10, end = end * 11 / 10";
    for (const QString& wrong :
         {writeVariant(sample(), ""), writeVariant(slower(), kSlower),
          writeVariant(noKernels(), "DROP TABLE CUPTI_ACTIVITY_KIND_KERNEL"),
          writeVariant(noApi(), "DROP TABLE CUPTI_ACTIVITY_KIND_RUNTIME"),
          writeVariant(noRanges(), "DROP TABLE NVTX_EVENTS"), writeStranger(stranger())})
        if (!wrong.isEmpty())
            return wrong;
    if (const Status made = writeBenchTrace(charts().toStdString(), kChartRows); !made)
        return QString::fromStdString(made.error().message);
    QFile file(unreadable());
    if (!file.open(QIODevice::WriteOnly) || file.write("This is no trace.\n") < 0)
        return QStringLiteral("A file could not be written.");
    return {};
}

} // namespace nv::pictures
