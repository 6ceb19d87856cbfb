// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QThreadPool>

#include <functional>
#include <memory>
#include <stop_token>
#include <utility>

namespace nv {

/// The newest question is answered last, and always answered.  One job runs, at most one waits.
/// Two ways to ask: `replace` stops the running job (a late answer has no use), `follow` lets it
/// finish and deliver (a brush that moves shows every answer it can get, the newest at the end).
/// Thread: owned and asked on one thread; `work` runs on a worker with a stop_token, `deliver` on
/// the owner's thread.  Destruction stops and waits.
class LatestJob : public QObject
{
    Q_OBJECT
public:
    using QObject::QObject;

    ~LatestJob() override
    {
        m_pending = nullptr;
        ++m_generation;
        m_stop.request_stop();
        m_pool.waitForDone();
    }

    template <class Work, class Deliver>
    void replace(Work work, Deliver deliver)
    {
        cancel();
        follow(std::move(work), std::move(deliver));
    }

    template <class Work, class Deliver>
    void follow(Work work, Deliver deliver)
    {
        const quint64 generation = m_generation;
        m_pending = [this, generation, work = std::move(work),
                     deliver = std::move(deliver)]() mutable {
            m_stop = std::stop_source{};
            m_running = true;
            m_pool.start([this, generation, token = m_stop.get_token(), work = std::move(work),
                          deliver = std::move(deliver)]() mutable {
                auto result = std::make_shared<decltype(work(token))>(work(token));
                QMetaObject::invokeMethod(
                    this,
                    [this, generation, result, deliver = std::move(deliver)]() mutable {
                        m_running = false;
                        if (generation == m_generation)
                            deliver(std::move(*result));
                        next();
                    },
                    Qt::QueuedConnection);
            });
        };
        if (!m_running)
            next();
    }

    /// Nothing asked before this is delivered any more.
    void cancel()
    {
        ++m_generation;
        m_pending = nullptr;
        m_stop.request_stop();
    }

    bool isIdle() const { return !m_running && !m_pending; }

private:
    void next()
    {
        if (auto go = std::exchange(m_pending, nullptr))
            go();
    }

    QThreadPool m_pool;
    std::stop_source m_stop;
    std::function<void()> m_pending;
    quint64 m_generation = 0;
    bool m_running = false;
};

} // namespace nv
