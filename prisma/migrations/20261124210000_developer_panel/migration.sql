-- ------------------------------------------------------------------ endpoints
-- `kinds` null = every kind of event. `next_due_at` is at most as late as the endpoint's first retry or manual
-- attempt, null = none waits; a first attempt is due at once and is found by its own index. `slow_until`: it timed out lately and has a lane of its own until then.
-- A rotation: `next_secret_sealed` is the new secret; STAGED = the old one signs alone until the switch, OVERLAP = both sign;
-- from `rotation_ends_at` on the new one signs alone. It is sealed for the column `secret_sealed`, so that it moves by one UPDATE.
ALTER TABLE service.webhook_endpoint
  ADD COLUMN description text,
  ADD COLUMN kinds text[],
  ADD COLUMN next_due_at timestamptz(3),
  ADD COLUMN slow_until timestamptz(3),
  ADD COLUMN next_secret_sealed text,
  ADD COLUMN rotation text,
  ADD COLUMN rotation_ends_at timestamptz(3),
  ADD COLUMN failing_since timestamptz(3),
  ADD COLUMN notices integer NOT NULL DEFAULT 0,
  ADD CONSTRAINT webhook_endpoint_rotation CHECK (
    rotation IS NULL AND next_secret_sealed IS NULL AND rotation_ends_at IS NULL
    OR rotation IN ('STAGED', 'OVERLAP') AND next_secret_sealed IS NOT NULL AND rotation_ends_at IS NOT NULL
  );
CREATE INDEX webhook_endpoint_due ON service.webhook_endpoint (next_due_at) WHERE next_due_at IS NOT NULL;

-- ------------------------------------------------------------------ events
ALTER TABLE service.event ADD COLUMN test boolean NOT NULL DEFAULT false;
CREATE INDEX event_kind ON service.event (account_id, kind, created_at DESC, id DESC);

-- ------------------------------------------------------------------ deliveries
-- `attempts` numbers all attempts, `automatic_attempts` those of the schedule. `manual_due_at`: a person asked for one more
-- attempt, whatever the status; it leaves the schedule as it is. `last_*` repeat the newest attempt for lists.
ALTER TABLE service.delivery
  ADD COLUMN kind text,
  ADD COLUMN object_id text,
  ADD COLUMN test boolean NOT NULL DEFAULT false,
  ADD COLUMN automatic_attempts integer NOT NULL DEFAULT 0,
  ADD COLUMN manual_due_at timestamptz(3),
  ADD COLUMN retry_run_id text,
  ADD COLUMN last_attempt_at timestamptz(3),
  ADD COLUMN last_answer_status integer,
  ADD COLUMN last_error_class text;
UPDATE service.delivery d SET kind = e.kind, object_id = e.object_id, automatic_attempts = d.attempts
  FROM service.event e WHERE e.account_id = d.account_id AND e.id = d.event_id;
UPDATE service.delivery d
  SET last_attempt_at = a.attempted_at, last_answer_status = a.answer_status, last_error_class = a.error_class
  FROM service.delivery_attempt a
  WHERE a.account_id = d.account_id AND a.delivery_id = d.id AND a.number = d.attempts;
ALTER TABLE service.delivery
  ALTER COLUMN kind SET NOT NULL,
  ALTER COLUMN object_id SET NOT NULL,
  DROP CONSTRAINT delivery_final_has_no_owner,
  ADD CONSTRAINT delivery_final_has_no_owner CHECK (status = 'PENDING' OR owner IS NULL OR manual_due_at IS NOT NULL);
CREATE INDEX delivery_list ON service.delivery (account_id, created_at DESC, id DESC);
CREATE INDEX delivery_status_list ON service.delivery (account_id, status, created_at DESC, id DESC);
CREATE INDEX delivery_kind_list ON service.delivery (account_id, kind, created_at DESC, id DESC);
CREATE INDEX delivery_object ON service.delivery (account_id, object_id, created_at DESC, id DESC);
CREATE INDEX delivery_manual ON service.delivery (account_id, endpoint_id, manual_due_at) WHERE manual_due_at IS NOT NULL AND owner IS NULL;
CREATE INDEX delivery_run ON service.delivery (account_id, retry_run_id) WHERE retry_run_id IS NOT NULL;
UPDATE service.webhook_endpoint e SET next_due_at = (
  SELECT min(d.next_attempt_at) FROM service.delivery d
  WHERE d.account_id = e.account_id AND d.endpoint_id = e.id AND d.status = 'PENDING' AND d.attempts > 0);

ALTER TABLE service.delivery_attempt
  ADD COLUMN manual boolean NOT NULL DEFAULT false,
  ADD COLUMN signature text,
  ADD COLUMN answer_headers jsonb;

-- A bulk retry: `filter` names its deliveries, `queued` have been asked for, `total` were planned.
CREATE TABLE service.delivery_retry_run (
  account_id text NOT NULL,
  id text NOT NULL,
  status text NOT NULL DEFAULT 'RUNNING',
  filter jsonb NOT NULL,
  per_second integer NOT NULL,
  total integer NOT NULL,
  queued integer NOT NULL DEFAULT 0,
  last_delivery_id text,
  actor text NOT NULL,
  created_at timestamptz(3) NOT NULL,
  finished_at timestamptz(3),
  PRIMARY KEY (account_id, id),
  FOREIGN KEY (account_id) REFERENCES service.account (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  CONSTRAINT delivery_retry_run_status CHECK (status IN ('RUNNING', 'STOPPED', 'DONE'))
);
CREATE INDEX delivery_retry_run_list ON service.delivery_retry_run (account_id, created_at DESC, id DESC);
CREATE INDEX delivery_retry_run_running ON service.delivery_retry_run (created_at) WHERE status = 'RUNNING';

-- ------------------------------------------------------------------ API keys
-- A key that was rolled lives until `expires_at`; `last_used_at` is written at most once a minute.
ALTER TABLE service.api_key
  ADD COLUMN expires_at timestamptz(3),
  ADD COLUMN last_used_at timestamptz(3),
  ADD COLUMN replaced_by text;

-- ------------------------------------------------------------------ request log
CREATE TABLE service.api_request (
  account_id text NOT NULL,
  id text NOT NULL,
  key_id text NOT NULL,
  method text NOT NULL,
  route text NOT NULL,
  path text NOT NULL,
  status integer NOT NULL,
  duration_ms integer NOT NULL,
  idempotency_key text,
  replayed boolean NOT NULL DEFAULT false,
  object_id text,
  request_body jsonb,
  error jsonb,
  created_at timestamptz(3) NOT NULL,
  PRIMARY KEY (account_id, id),
  FOREIGN KEY (account_id) REFERENCES service.account (id) ON DELETE RESTRICT ON UPDATE CASCADE
);
CREATE INDEX api_request_list ON service.api_request (account_id, created_at DESC, id DESC);
CREATE INDEX api_request_failed ON service.api_request (account_id, created_at DESC, id DESC) WHERE status >= 400;
CREATE INDEX api_request_age ON service.api_request (created_at);

GRANT SELECT, INSERT, UPDATE ON service.delivery_retry_run TO checkout_service, checkout_system;
GRANT SELECT ON service.api_request TO checkout_service;
GRANT SELECT, INSERT, DELETE ON service.api_request TO checkout_system;
-- Retention deletes what is past its time.
GRANT DELETE ON service.event, service.delivery, service.delivery_attempt, service.delivery_retry_run TO checkout_system;
ALTER TABLE service.delivery_retry_run ENABLE ROW LEVEL SECURITY;
ALTER TABLE service.api_request ENABLE ROW LEVEL SECURITY;
CREATE POLICY tenant ON service.delivery_retry_run TO checkout_service USING (account_id = current_setting('app.tenant', true));
CREATE POLICY tenant ON service.api_request TO checkout_service USING (account_id = current_setting('app.tenant', true));
CREATE POLICY everybody ON service.delivery_retry_run TO checkout_system USING (true);
CREATE POLICY everybody ON service.api_request TO checkout_system USING (true);
