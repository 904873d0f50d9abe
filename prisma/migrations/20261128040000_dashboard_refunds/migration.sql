-- compatible: yes
-- Refunds that members start from the dashboard.

-- When the host was last asked for the extension, and its answer; null until it has answered.
ALTER TABLE dashboard.connection ADD COLUMN refunds_checked_at timestamptz(3);
ALTER TABLE dashboard.connection ADD COLUMN refunds_supported boolean;
-- What members with the role SUPPORT may refund in one day of the account; null = no limit.
ALTER TABLE dashboard.connection ADD COLUMN support_refund_limit_minor bigint;
ALTER TABLE dashboard.connection ADD CONSTRAINT connection_support_refund_limit
  CHECK (support_refund_limit_minor >= 0) NOT VALID;

CREATE TABLE dashboard.refund (
  connection_id text NOT NULL,
  id text NOT NULL,
  payment_id text NOT NULL,
  state text NOT NULL,
  -- The amount as it is sent, in major units.
  amount numeric NOT NULL,
  amount_minor bigint NOT NULL,
  currency text NOT NULL,
  reason text NOT NULL,
  note text,
  -- Every call of the refund has this key, and no other refund has.
  idempotency_key text NOT NULL,
  user_id text,
  -- True if the member who sent it had the role SUPPORT.
  is_support boolean NOT NULL DEFAULT false,
  attempts integer NOT NULL DEFAULT 0,
  owner text,
  lease_until timestamptz(3),
  -- When the host is asked again.
  due_at timestamptz(3),
  -- The last answer that is no outcome: its code, status and message.
  problem jsonb,
  -- The refund at the host, once it is named.
  host_refund_id text,
  decline_code text,
  -- Part of the payment's fee that came back, in major units.
  fee_returned numeric,
  request_id text,
  created_at timestamptz(3) NOT NULL,
  sent_at timestamptz(3),
  -- The last call whose effect is not known.
  unknown_at timestamptz(3),
  finished_at timestamptz(3),
  PRIMARY KEY (connection_id, id),
  FOREIGN KEY (connection_id) REFERENCES dashboard.connection (id) ON UPDATE CASCADE ON DELETE CASCADE,
  CONSTRAINT refund_amount CHECK (amount_minor > 0),
  CONSTRAINT refund_finished CHECK ((state IN ('SUCCEEDED', 'FAILED', 'NOT_MADE')) = (finished_at IS NOT NULL)),
  CONSTRAINT refund_named CHECK (state NOT IN ('PENDING', 'SUCCEEDED', 'FAILED') OR host_refund_id IS NOT NULL),
  CONSTRAINT refund_sending CHECK (state <> 'SENDING' OR (owner IS NOT NULL AND lease_until IS NOT NULL)),
  CONSTRAINT refund_state CHECK (state IN ('DRAFT', 'SENDING', 'UNKNOWN', 'PENDING', 'SUCCEEDED', 'FAILED', 'NOT_MADE'))
);
CREATE UNIQUE INDEX refund_key ON dashboard.refund (connection_id, idempotency_key);
-- One payment has one refund under way; a second one waits for its outcome.
CREATE UNIQUE INDEX refund_open ON dashboard.refund (connection_id, payment_id) WHERE state IN ('SENDING', 'UNKNOWN', 'PENDING');
CREATE INDEX refund_of_payment ON dashboard.refund (connection_id, payment_id, created_at DESC, id DESC);
CREATE INDEX refund_share ON dashboard.refund (connection_id, due_at NULLS FIRST) WHERE state IN ('SENDING', 'UNKNOWN', 'PENDING');
CREATE INDEX refund_of_support ON dashboard.refund (connection_id, sent_at) WHERE is_support;
CREATE INDEX refund_drafts ON dashboard.refund (connection_id, created_at DESC, id DESC) WHERE state = 'DRAFT';
ALTER TABLE dashboard.refund ENABLE ROW LEVEL SECURITY;
CREATE POLICY everybody ON dashboard.refund TO checkout_dashboard_system USING (true);
CREATE POLICY tenant ON dashboard.refund TO checkout_dashboard USING (connection_id = current_setting('app.tenant', true));
GRANT SELECT, INSERT, UPDATE, DELETE ON dashboard.refund TO checkout_dashboard, checkout_dashboard_system;

-- step: transaction
ALTER TABLE dashboard.connection VALIDATE CONSTRAINT connection_support_refund_limit;
