-- The tables of pg-boss, which stayed for the workers of the release before `jobs.scheduled_job`. Notices that such a worker queued
-- after that update are moved. It counts and queues a notice in one transaction, so that it counts none from here on.
LOCK TABLE jobs.job IN ACCESS EXCLUSIVE MODE;
INSERT INTO jobs.failure_notice (account_id, endpoint_id, since, number, due_at)
SELECT e.account_id, e.id, (data->>'since')::timestamptz, (data->>'number')::integer, clock_timestamp()
FROM jobs.job JOIN service.webhook_endpoint e ON e.account_id = data->>'accountId' AND e.id = data->>'endpointId'
WHERE name = 'mail-failure-notice' AND state <= 'active'
ON CONFLICT DO NOTHING;
DROP TABLE jobs.job, jobs.archive, jobs.subscription, jobs.schedule, jobs.queue, jobs.version;
DROP FUNCTION jobs.create_queue(text, json), jobs.delete_queue(text);
DROP TYPE jobs.job_state;
