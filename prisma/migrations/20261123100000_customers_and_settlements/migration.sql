-- Customers and settlements in the mirror, as payments and links are: `snapshot` is the host's object as it came, the
-- columns beside it are for search and order, and (rank, seen_at) decides which of two answers is newer.
CREATE TABLE dashboard.mirror_customer (
  connection_id text NOT NULL,
  id text NOT NULL,
  name text NOT NULL,
  -- Digits of the phone with its country code, by which a customer is found however the number is typed.
  phone_digits text,
  email text,
  status text NOT NULL,
  source text NOT NULL,
  external_ref text,
  card_last4 text,
  created_at timestamptz(3) NOT NULL,
  snapshot jsonb NOT NULL,
  rank smallint NOT NULL,
  seen_at timestamptz(3) NOT NULL,
  conflict_at timestamptz(3),
  confirmed_at timestamptz(3),
  search_text text NOT NULL GENERATED ALWAYS AS
    (dashboard.fold_text(name || E'\n' || coalesce(email, '') || E'\n' || coalesce(external_ref, ''))) STORED,
  PRIMARY KEY (connection_id, id),
  FOREIGN KEY (connection_id) REFERENCES dashboard.connection (id) ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX mirror_customer_list ON dashboard.mirror_customer (connection_id, created_at DESC, id DESC);
CREATE INDEX mirror_customer_status ON dashboard.mirror_customer (connection_id, status, created_at DESC, id DESC);
CREATE INDEX mirror_customer_phone ON dashboard.mirror_customer (connection_id, phone_digits);

CREATE TABLE dashboard.mirror_settlement (
  connection_id text NOT NULL,
  id text NOT NULL,
  status text NOT NULL,
  currency text NOT NULL,
  gross_minor bigint NOT NULL,
  fee_minor bigint NOT NULL,
  net_minor bigint NOT NULL,
  payment_count integer NOT NULL,
  period_start timestamptz(3) NOT NULL,
  period_end timestamptz(3) NOT NULL,
  reference text,
  paid_at timestamptz(3),
  created_at timestamptz(3) NOT NULL,
  snapshot jsonb NOT NULL,
  rank smallint NOT NULL,
  seen_at timestamptz(3) NOT NULL,
  conflict_at timestamptz(3),
  confirmed_at timestamptz(3),
  PRIMARY KEY (connection_id, id),
  FOREIGN KEY (connection_id) REFERENCES dashboard.connection (id) ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX mirror_settlement_list ON dashboard.mirror_settlement (connection_id, created_at DESC, id DESC);
CREATE INDEX mirror_settlement_status ON dashboard.mirror_settlement (connection_id, status, created_at DESC, id DESC);

ALTER TABLE dashboard.mirror_payment ADD COLUMN settlement_id text;
UPDATE dashboard.mirror_payment SET settlement_id = snapshot ->> 'settlement_id' WHERE snapshot ->> 'settlement_id' IS NOT NULL;
CREATE INDEX mirror_payment_settlement ON dashboard.mirror_payment (connection_id, settlement_id, created_at DESC, id DESC);

DO $$
DECLARE t text;
BEGIN
  FOREACH t IN ARRAY ARRAY['mirror_customer', 'mirror_settlement'] LOOP
    EXECUTE format('ALTER TABLE dashboard.%I ENABLE ROW LEVEL SECURITY', t);
    EXECUTE format('CREATE POLICY everybody ON dashboard.%I TO checkout_dashboard_system USING (true)', t);
    EXECUTE format('CREATE POLICY tenant ON dashboard.%I TO checkout_dashboard USING (connection_id = current_setting(''app.tenant'', true))', t);
  END LOOP;
END $$;
GRANT SELECT, INSERT, UPDATE, DELETE ON dashboard.mirror_customer, dashboard.mirror_settlement
  TO checkout_dashboard, checkout_dashboard_system;

ALTER TABLE dashboard.object_fetch DROP CONSTRAINT object_fetch_noun,
  ADD CONSTRAINT object_fetch_noun CHECK (noun IN ('payments', 'links', 'customers', 'settlements')),
  DROP CONSTRAINT object_fetch_reason,
  ADD CONSTRAINT object_fetch_reason CHECK (reason IN ('conflict', 'close_call', 'payment_of_link', 'settlement_payments'));

-- What a run saw and what it mended, by noun: {"payments": 12, "customers": 3}.
ALTER TABLE dashboard.sync_run ADD COLUMN seen jsonb NOT NULL DEFAULT '{}', ADD COLUMN mended jsonb NOT NULL DEFAULT '{}';
UPDATE dashboard.sync_run SET seen = jsonb_build_object('links', links_seen, 'payments', payments_seen);
ALTER TABLE dashboard.sync_run DROP COLUMN links_seen, DROP COLUMN payments_seen;

-- Import of each noun: begun where a row exists, finished where it has `done_at`, else continued after `cursor`.
CREATE TABLE dashboard.noun_import (
  connection_id text NOT NULL,
  noun text NOT NULL,
  cursor text,
  done_at timestamptz(3),
  PRIMARY KEY (connection_id, noun),
  FOREIGN KEY (connection_id) REFERENCES dashboard.connection (id) ON DELETE CASCADE ON UPDATE CASCADE,
  CONSTRAINT noun_import_noun CHECK (noun IN ('payments', 'links', 'customers', 'settlements'))
);
ALTER TABLE dashboard.noun_import ENABLE ROW LEVEL SECURITY;
CREATE POLICY everybody ON dashboard.noun_import TO checkout_dashboard_system USING (true);
CREATE POLICY tenant ON dashboard.noun_import TO checkout_dashboard USING (connection_id = current_setting('app.tenant', true));
GRANT SELECT, INSERT, UPDATE, DELETE ON dashboard.noun_import TO checkout_dashboard, checkout_dashboard_system;
INSERT INTO dashboard.noun_import (connection_id, noun, done_at)
  SELECT DISTINCT ON (connection_id, noun) connection_id, noun, finished_at
  FROM dashboard.sync_run, unnest(ARRAY['payments', 'links']) AS noun
  WHERE kind = 'IMPORT' AND state = 'DONE' ORDER BY connection_id, noun, finished_at;

-- The host's first 404 for an object: marked, it stays, because a 404 may be the host's mistake.
ALTER TABLE dashboard.mirror_payment ADD COLUMN missing_at timestamptz(3);
ALTER TABLE dashboard.mirror_link ADD COLUMN missing_at timestamptz(3);
ALTER TABLE dashboard.mirror_customer ADD COLUMN missing_at timestamptz(3);
ALTER TABLE dashboard.mirror_settlement ADD COLUMN missing_at timestamptz(3);
