-- A charge that a member asked for: intent and key are here before the first call, the outcome after it (docs/charging.md).
CREATE TABLE dashboard.charge (
  connection_id text NOT NULL,
  id text NOT NULL,
  customer_id text NOT NULL,
  way text NOT NULL,
  state text NOT NULL,
  -- The amount as it is sent, in major units.
  amount numeric NOT NULL,
  amount_minor bigint NOT NULL,
  currency text NOT NULL,
  description text,
  -- The saved card as the review showed it.
  card jsonb,
  -- Every call of the charge has this key, and no other charge has.
  idempotency_key text NOT NULL,
  user_id text,
  -- The charge in whose place this one came.
  replaces text,
  attempts integer NOT NULL DEFAULT 0,
  owner text,
  lease_until timestamptz(3),
  -- When the same request goes out again.
  due_at timestamptz(3),
  -- The last answer that is no outcome: its code, status and words.
  problem jsonb,
  decline jsonb,
  payment_id text,
  link_id text,
  request_id text,
  created_at timestamptz(3) NOT NULL,
  sent_at timestamptz(3),
  -- The last call whose effect is not known.
  unknown_at timestamptz(3),
  finished_at timestamptz(3),
  closed_by text,
  PRIMARY KEY (connection_id, id),
  FOREIGN KEY (connection_id) REFERENCES dashboard.connection (id) ON DELETE CASCADE ON UPDATE CASCADE,
  CONSTRAINT charge_way CHECK (way IN ('CARD', 'LINK')),
  CONSTRAINT charge_state
    CHECK (state IN ('DRAFT', 'SENDING', 'UNKNOWN', 'UNRESOLVED', 'PAID', 'LINKED', 'DECLINED', 'RELEASED', 'DISCARDED')),
  CONSTRAINT charge_sending CHECK (state <> 'SENDING' OR (owner IS NOT NULL AND lease_until IS NOT NULL)),
  CONSTRAINT charge_finished
    CHECK ((state IN ('PAID', 'LINKED', 'DECLINED', 'RELEASED', 'DISCARDED')) = (finished_at IS NOT NULL)),
  CONSTRAINT charge_paid CHECK (state <> 'PAID' OR (way = 'CARD' AND payment_id IS NOT NULL)),
  CONSTRAINT charge_linked CHECK (state <> 'LINKED' OR (way = 'LINK' AND link_id IS NOT NULL))
);
CREATE UNIQUE INDEX charge_key ON dashboard.charge (connection_id, idempotency_key);
-- One customer's card is charged by one request at a time; a case that nobody has closed keeps it locked.
CREATE UNIQUE INDEX charge_open_card ON dashboard.charge (connection_id, customer_id)
  WHERE way = 'CARD' AND state IN ('SENDING', 'UNKNOWN', 'UNRESOLVED');
CREATE INDEX charge_customer ON dashboard.charge (connection_id, customer_id, created_at DESC, id DESC);
CREATE INDEX charge_cases ON dashboard.charge (connection_id, created_at) WHERE state IN ('UNKNOWN', 'UNRESOLVED');
CREATE INDEX charge_due ON dashboard.charge (due_at) WHERE state IN ('SENDING', 'UNKNOWN');
CREATE INDEX charge_replaces ON dashboard.charge (connection_id, replaces) WHERE replaces IS NOT NULL;
CREATE INDEX charge_link ON dashboard.charge (connection_id, link_id) WHERE link_id IS NOT NULL;
CREATE INDEX charge_payment ON dashboard.charge (connection_id, payment_id) WHERE payment_id IS NOT NULL;

ALTER TABLE dashboard.charge ENABLE ROW LEVEL SECURITY;
CREATE POLICY everybody ON dashboard.charge TO checkout_dashboard_system USING (true);
CREATE POLICY tenant ON dashboard.charge TO checkout_dashboard USING (connection_id = current_setting('app.tenant', true));
GRANT SELECT, INSERT, UPDATE, DELETE ON dashboard.charge TO checkout_dashboard, checkout_dashboard_system;
