-- Jobs at moments of the day, each once for all workers: the one that holds the lease runs it.
CREATE TABLE jobs.scheduled_job (
  name text PRIMARY KEY,
  due_at timestamptz(3) NOT NULL,
  owner text,
  lease_until timestamptz(3),
  CONSTRAINT scheduled_job_lease_has_owner CHECK ((owner IS NULL) = (lease_until IS NULL))
);
GRANT SELECT, INSERT, UPDATE ON jobs.scheduled_job TO checkout_system;

-- Mails about failing endpoints that have not left. A claim moves `due_at` past its lease; the row goes with its mail.
CREATE TABLE jobs.failure_notice (
  account_id text NOT NULL,
  endpoint_id text NOT NULL,
  since timestamptz(3) NOT NULL,
  number integer NOT NULL,
  tries integer NOT NULL DEFAULT 0,
  due_at timestamptz(3) NOT NULL,
  PRIMARY KEY (account_id, endpoint_id, since, number),
  FOREIGN KEY (account_id, endpoint_id) REFERENCES service.webhook_endpoint (account_id, id) ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX failure_notice_due ON jobs.failure_notice (due_at);
GRANT SELECT, INSERT, UPDATE, DELETE ON jobs.failure_notice TO checkout_system;

-- Mails that pg-boss still holds. Its tables stay for the workers of the release before this one.
INSERT INTO jobs.failure_notice (account_id, endpoint_id, since, number, due_at)
SELECT e.account_id, e.id, (data->>'since')::timestamptz, (data->>'number')::integer, now()
FROM jobs.job JOIN service.webhook_endpoint e ON e.account_id = data->>'accountId' AND e.id = data->>'endpointId'
WHERE name = 'mail-failure-notice' AND state <= 'active'
ON CONFLICT DO NOTHING;
