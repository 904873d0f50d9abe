-- The spine: both sides' tables, their roles and row-level security.
-- The login that runs this owns everything and may act as each role; the processes act under the roles only.

DO $$
DECLARE r text;
BEGIN
  FOREACH r IN ARRAY ARRAY['checkout_service', 'checkout_system', 'checkout_dashboard', 'checkout_dashboard_system', 'checkout_bank']
  LOOP
    BEGIN
      EXECUTE format('CREATE ROLE %I NOLOGIN', r);
    EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL;
    END;
    IF NOT pg_has_role(current_user, r, 'MEMBER') THEN
      EXECUTE format('GRANT %I TO CURRENT_USER', r);
    END IF;
  END LOOP;
END $$;

CREATE SCHEMA IF NOT EXISTS service;
CREATE SCHEMA IF NOT EXISTS dashboard;
CREATE SCHEMA IF NOT EXISTS test_bank;

-- ------------------------------------------------------------------ service

CREATE TABLE service.account (
  id text PRIMARY KEY,
  name text NOT NULL,
  slug text NOT NULL,
  legal_name text,
  tax_id text,
  type text,
  status text NOT NULL,
  activation_status text NOT NULL,
  charges_switch boolean NOT NULL DEFAULT true,
  contact_email text NOT NULL,
  contact_phone text,
  currency text NOT NULL,
  timezone text NOT NULL,
  country text NOT NULL,
  settlement_schedule text NOT NULL DEFAULT 'daily',
  created_at timestamptz(3) NOT NULL,
  CONSTRAINT account_status CHECK (status IN ('TRIAL', 'ACTIVE', 'SUSPENDED', 'CLOSED')),
  CONSTRAINT account_activation CHECK (activation_status IN ('PENDING', 'UNDER_REVIEW', 'NEEDS_INFORMATION', 'ACTIVATED', 'REJECTED')),
  CONSTRAINT account_type CHECK (type IN ('NATURAL_PERSON', 'BUSINESS')),
  CONSTRAINT account_schedule CHECK (settlement_schedule IN ('daily', 'weekly'))
);
CREATE UNIQUE INDEX account_slug_key ON service.account (slug);

-- The history of fees: a payment keeps the fee of the row in force when it was approved.
CREATE TABLE service.fee_schedule (
  account_id text NOT NULL,
  valid_from timestamptz(3) NOT NULL,
  percent_ppm integer NOT NULL,
  fixed_minor integer NOT NULL,
  PRIMARY KEY (account_id, valid_from),
  FOREIGN KEY (account_id) REFERENCES service.account (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  CONSTRAINT fee_schedule_bounds CHECK (percent_ppm BETWEEN 0 AND 1000000 AND fixed_minor >= 0)
);

CREATE TABLE service.api_key (
  account_id text NOT NULL,
  id text NOT NULL,
  name text NOT NULL,
  hash bytea NOT NULL,
  last4 text NOT NULL,
  created_at timestamptz(3) NOT NULL,
  revoked_at timestamptz(3),
  PRIMARY KEY (account_id, id),
  FOREIGN KEY (account_id) REFERENCES service.account (id) ON DELETE RESTRICT ON UPDATE CASCADE
);
CREATE UNIQUE INDEX api_key_hash_key ON service.api_key (hash);

CREATE TABLE service.payment_link (
  account_id text NOT NULL,
  id text NOT NULL,
  title text NOT NULL,
  description text,
  amount_minor integer NOT NULL,
  currency text NOT NULL,
  status text NOT NULL DEFAULT 'ACTIVE',
  max_uses integer,
  slots integer NOT NULL DEFAULT 0,
  paid_count integer NOT NULL DEFAULT 0,
  expires_at timestamptz(3),
  metadata jsonb NOT NULL DEFAULT '{}',
  customer_id text,
  open_count integer NOT NULL DEFAULT 0,
  last_opened_at timestamptz(3),
  created_at timestamptz(3) NOT NULL,
  closed_at timestamptz(3),
  PRIMARY KEY (account_id, id),
  FOREIGN KEY (account_id) REFERENCES service.account (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  CONSTRAINT payment_link_status CHECK (status IN ('ACTIVE', 'COMPLETED', 'CANCELLED')),
  CONSTRAINT payment_link_amount CHECK (amount_minor BETWEEN 1 AND 999999999),
  CONSTRAINT payment_link_uses CHECK (max_uses BETWEEN 1 AND 1000000),
  -- A slot is a use taken between authorisation and the end of the capture.
  CONSTRAINT payment_link_quota CHECK (paid_count >= 0 AND slots >= paid_count AND (max_uses IS NULL OR slots <= max_uses))
);
CREATE UNIQUE INDEX payment_link_id_key ON service.payment_link (id);
CREATE INDEX payment_link_list ON service.payment_link (account_id, created_at DESC, id DESC);
CREATE INDEX payment_link_list_status ON service.payment_link (account_id, status, created_at DESC, id DESC);

CREATE TABLE service.payment (
  account_id text NOT NULL,
  id text NOT NULL,
  amount_minor integer NOT NULL,
  currency text NOT NULL,
  status text NOT NULL,
  step text,
  owner text,
  lease_until timestamptz(3),
  confirm_until timestamptz(3),
  void_attempts integer NOT NULL DEFAULT 0,
  slot_taken boolean NOT NULL DEFAULT false,
  payer_name text NOT NULL,
  payer_email text NOT NULL DEFAULT '',
  customer_id text,
  link_id text,
  description text,
  card_brand text,
  card_last4 text,
  decline_code text,
  fee_minor integer,
  authorization_code text,
  processor_reference text,
  settlement_id text,
  created_at timestamptz(3) NOT NULL,
  approved_at timestamptz(3),
  finished_at timestamptz(3),
  PRIMARY KEY (account_id, id),
  FOREIGN KEY (account_id) REFERENCES service.account (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  FOREIGN KEY (account_id, link_id) REFERENCES service.payment_link (account_id, id) ON DELETE RESTRICT ON UPDATE CASCADE,
  CONSTRAINT payment_status CHECK (status IN ('PENDING', 'APPROVED', 'FAILED', 'VOIDED', 'TIMEOUT')),
  CONSTRAINT payment_step CHECK (step IN ('AUTHORIZING', 'CONFIRMING', 'CAPTURING', 'VOIDING')),
  CONSTRAINT payment_amount CHECK (amount_minor BETWEEN 1 AND 999999999),
  CONSTRAINT payment_pending_has_step CHECK ((status = 'PENDING') = (step IS NOT NULL)),
  CONSTRAINT payment_final_has_no_owner CHECK (status = 'PENDING' OR (owner IS NULL AND lease_until IS NULL)),
  CONSTRAINT payment_approved_has_fee CHECK ((status = 'APPROVED') = (approved_at IS NOT NULL) AND (status = 'APPROVED') = (fee_minor IS NOT NULL))
);
CREATE UNIQUE INDEX payment_id_key ON service.payment (id);
CREATE INDEX payment_list ON service.payment (account_id, created_at DESC, id DESC);
CREATE INDEX payment_list_status ON service.payment (account_id, status, created_at DESC, id DESC);
CREATE INDEX payment_list_link ON service.payment (account_id, link_id, created_at DESC, id DESC);
CREATE INDEX payment_list_customer ON service.payment (account_id, customer_id, created_at DESC, id DESC);
CREATE INDEX payment_unfinished ON service.payment (coalesce(lease_until, confirm_until)) WHERE status = 'PENDING';
CREATE INDEX payment_unsettled ON service.payment (account_id, approved_at) WHERE status = 'APPROVED' AND settlement_id IS NULL;

-- One row per executed request under a key (the contract's header, or one made by the server or the payer's page).
CREATE TABLE service.idempotency_key (
  account_id text NOT NULL,
  route text NOT NULL,
  key_hash bytea NOT NULL,
  fingerprint bytea NOT NULL,
  state text NOT NULL DEFAULT 'RUNNING',
  payment_id text,
  answer_status integer,
  answer_body text,
  created_at timestamptz(3) NOT NULL,
  done_at timestamptz(3),
  PRIMARY KEY (account_id, route, key_hash),
  FOREIGN KEY (account_id, payment_id) REFERENCES service.payment (account_id, id) ON DELETE RESTRICT ON UPDATE CASCADE,
  CONSTRAINT idempotency_key_state CHECK (state IN ('RUNNING', 'DONE')),
  CONSTRAINT idempotency_key_answer CHECK ((state = 'DONE') = (answer_status IS NOT NULL))
);
CREATE INDEX idempotency_key_payment ON service.idempotency_key (account_id, payment_id);

-- Double entry, append only. transaction_id groups rows that must sum to zero.
CREATE TABLE service.ledger_entry (
  account_id text NOT NULL,
  transaction_id text NOT NULL,
  ledger text NOT NULL,
  kind text NOT NULL,
  amount_minor bigint NOT NULL,
  currency text NOT NULL,
  payment_id text,
  settlement_id text,
  created_at timestamptz(3) NOT NULL,
  PRIMARY KEY (account_id, transaction_id, ledger),
  FOREIGN KEY (account_id, payment_id) REFERENCES service.payment (account_id, id) ON DELETE RESTRICT ON UPDATE CASCADE,
  CONSTRAINT ledger_entry_ledger CHECK (ledger IN ('clearing', 'available', 'fees', 'in_transit', 'paid_out', 'debt')),
  CONSTRAINT ledger_entry_kind CHECK (kind IN ('payment_approved', 'settlement_created', 'settlement_paid'))
);
CREATE UNIQUE INDEX ledger_entry_once ON service.ledger_entry (account_id, payment_id, kind, ledger);

CREATE FUNCTION service.ledger_transaction_balances() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (SELECT sum(amount_minor) FROM service.ledger_entry
      WHERE account_id = NEW.account_id AND transaction_id = NEW.transaction_id) <> 0 THEN
    RAISE EXCEPTION 'ledger transaction % does not sum to zero', NEW.transaction_id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER ledger_entry_balances AFTER INSERT ON service.ledger_entry
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION service.ledger_transaction_balances();

CREATE TABLE service.webhook_endpoint (
  account_id text NOT NULL,
  id text NOT NULL,
  url text NOT NULL,
  status text NOT NULL DEFAULT 'ACTIVE',
  secret_sealed text NOT NULL,
  created_at timestamptz(3) NOT NULL,
  PRIMARY KEY (account_id, id),
  FOREIGN KEY (account_id) REFERENCES service.account (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  CONSTRAINT webhook_endpoint_status CHECK (status IN ('ACTIVE', 'PAUSED', 'DELETED'))
);

-- The body is the final bytes that every attempt sends.
CREATE TABLE service.event (
  account_id text NOT NULL,
  id text NOT NULL,
  kind text NOT NULL,
  object_id text NOT NULL,
  body text NOT NULL,
  created_at timestamptz(3) NOT NULL,
  PRIMARY KEY (account_id, id),
  FOREIGN KEY (account_id) REFERENCES service.account (id) ON DELETE RESTRICT ON UPDATE CASCADE
);
CREATE INDEX event_list ON service.event (account_id, created_at DESC, id DESC);
CREATE INDEX event_object ON service.event (account_id, object_id);

CREATE TABLE service.delivery (
  account_id text NOT NULL,
  id text NOT NULL,
  event_id text NOT NULL,
  endpoint_id text NOT NULL,
  status text NOT NULL DEFAULT 'PENDING',
  attempts integer NOT NULL DEFAULT 0,
  next_attempt_at timestamptz(3) NOT NULL,
  owner text,
  lease_until timestamptz(3),
  created_at timestamptz(3) NOT NULL,
  finished_at timestamptz(3),
  PRIMARY KEY (account_id, id),
  FOREIGN KEY (account_id, event_id) REFERENCES service.event (account_id, id) ON DELETE RESTRICT ON UPDATE CASCADE,
  FOREIGN KEY (account_id, endpoint_id) REFERENCES service.webhook_endpoint (account_id, id) ON DELETE RESTRICT ON UPDATE CASCADE,
  CONSTRAINT delivery_status CHECK (status IN ('PENDING', 'SUCCEEDED', 'FAILED', 'SKIPPED'))
);
CREATE UNIQUE INDEX delivery_once ON service.delivery (account_id, event_id, endpoint_id);
CREATE INDEX delivery_due ON service.delivery (next_attempt_at) WHERE status = 'PENDING';
CREATE INDEX delivery_endpoint ON service.delivery (account_id, endpoint_id, created_at DESC);

CREATE TABLE service.delivery_attempt (
  account_id text NOT NULL,
  delivery_id text NOT NULL,
  number integer NOT NULL,
  attempted_at timestamptz(3) NOT NULL,
  duration_ms integer NOT NULL,
  answer_status integer,
  error_class text,
  answer_head text,
  PRIMARY KEY (account_id, delivery_id, number),
  FOREIGN KEY (account_id, delivery_id) REFERENCES service.delivery (account_id, id) ON DELETE RESTRICT ON UPDATE CASCADE
);

CREATE TABLE service.audit_entry (
  account_id text NOT NULL,
  id text NOT NULL,
  actor text NOT NULL,
  action text NOT NULL,
  object_id text,
  details jsonb NOT NULL DEFAULT '{}',
  created_at timestamptz(3) NOT NULL,
  PRIMARY KEY (account_id, id)
);
CREATE INDEX audit_entry_list ON service.audit_entry (account_id, created_at DESC, id DESC);

-- A request is nobody's until its key is known, and a payer knows only the link: these two look-ups run as the owner.
CREATE FUNCTION service.find_api_key(key_hash bytea)
  RETURNS TABLE (key_id text, revoked_at timestamptz, account service.account)
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = service, pg_temp AS $$
  SELECT k.id, k.revoked_at, a FROM service.api_key k JOIN service.account a ON a.id = k.account_id WHERE k.hash = key_hash
$$;
CREATE FUNCTION service.find_link_account(link_id text) RETURNS text
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = service, pg_temp AS $$
  SELECT account_id FROM service.payment_link WHERE id = link_id
$$;

-- ---------------------------------------------------------------- dashboard

CREATE TABLE dashboard."user" (
  id text PRIMARY KEY,
  email text NOT NULL,
  name text NOT NULL,
  password_hash text NOT NULL,
  session_version integer NOT NULL DEFAULT 1,
  created_at timestamptz(3) NOT NULL
);
CREATE UNIQUE INDEX user_email_key ON dashboard."user" (email);

CREATE TABLE dashboard.team (
  id text PRIMARY KEY,
  name text NOT NULL,
  created_at timestamptz(3) NOT NULL
);

CREATE TABLE dashboard.membership (
  team_id text NOT NULL,
  user_id text NOT NULL,
  role text NOT NULL,
  created_at timestamptz(3) NOT NULL,
  PRIMARY KEY (team_id, user_id),
  FOREIGN KEY (team_id) REFERENCES dashboard.team (id) ON DELETE CASCADE ON UPDATE CASCADE,
  FOREIGN KEY (user_id) REFERENCES dashboard."user" (id) ON DELETE CASCADE ON UPDATE CASCADE,
  CONSTRAINT membership_role CHECK (role IN ('OWNER', 'ADMIN', 'DEVELOPER', 'SUPPORT', 'ACCOUNTANT', 'VIEWER'))
);
CREATE INDEX membership_user ON dashboard.membership (user_id);

CREATE TABLE dashboard.connection (
  id text PRIMARY KEY,
  team_id text NOT NULL,
  base_url text NOT NULL,
  api_key_sealed text NOT NULL,
  api_key_last4 text NOT NULL,
  account jsonb NOT NULL,
  created_at timestamptz(3) NOT NULL,
  last_event_at timestamptz(3),
  FOREIGN KEY (team_id) REFERENCES dashboard.team (id) ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX connection_team ON dashboard.connection (team_id);

CREATE TABLE dashboard.connection_secret (
  connection_id text NOT NULL,
  id text NOT NULL,
  sealed text NOT NULL,
  created_at timestamptz(3) NOT NULL,
  retired_at timestamptz(3),
  PRIMARY KEY (connection_id, id),
  FOREIGN KEY (connection_id) REFERENCES dashboard.connection (id) ON DELETE CASCADE ON UPDATE CASCADE
);

-- Mirror rows: `snapshot` is the host's object as it came; the columns beside it are for search and order.
-- (rank, seen_at) decides what is newer: rank 1 is a final state, seen_at the event's or the answer's instant.
CREATE TABLE dashboard.mirror_payment (
  connection_id text NOT NULL,
  id text NOT NULL,
  status text NOT NULL,
  amount_minor bigint NOT NULL,
  currency text NOT NULL,
  payer_name text NOT NULL,
  payer_email text NOT NULL,
  customer_id text,
  link_id text,
  link_title text,
  created_at timestamptz(3) NOT NULL,
  snapshot jsonb NOT NULL,
  rank smallint NOT NULL,
  seen_at timestamptz(3) NOT NULL,
  conflict_at timestamptz(3),
  PRIMARY KEY (connection_id, id),
  FOREIGN KEY (connection_id) REFERENCES dashboard.connection (id) ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX mirror_payment_list ON dashboard.mirror_payment (connection_id, created_at DESC, id DESC);
CREATE INDEX mirror_payment_status ON dashboard.mirror_payment (connection_id, status, created_at DESC, id DESC);
CREATE INDEX mirror_payment_link ON dashboard.mirror_payment (connection_id, link_id, created_at DESC, id DESC);
CREATE INDEX mirror_payment_customer ON dashboard.mirror_payment (connection_id, customer_id, created_at DESC, id DESC);

CREATE TABLE dashboard.mirror_link (
  connection_id text NOT NULL,
  id text NOT NULL,
  title text NOT NULL,
  status text NOT NULL,
  amount_minor bigint NOT NULL,
  currency text NOT NULL,
  max_uses integer,
  paid_count integer NOT NULL,
  expires_at timestamptz(3),
  created_at timestamptz(3) NOT NULL,
  snapshot jsonb NOT NULL,
  rank smallint NOT NULL,
  seen_at timestamptz(3) NOT NULL,
  conflict_at timestamptz(3),
  PRIMARY KEY (connection_id, id),
  FOREIGN KEY (connection_id) REFERENCES dashboard.connection (id) ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX mirror_link_list ON dashboard.mirror_link (connection_id, created_at DESC, id DESC);
CREATE INDEX mirror_link_status ON dashboard.mirror_link (connection_id, status, created_at DESC, id DESC);

-- Every signed request that arrived, once per delivery; outcome tells what the mirror did with it.
CREATE TABLE dashboard.received_event (
  connection_id text NOT NULL,
  delivery_id text NOT NULL,
  kind text NOT NULL,
  object_id text NOT NULL,
  event_at timestamptz(3) NOT NULL,
  received_at timestamptz(3) NOT NULL,
  outcome text NOT NULL,
  body text NOT NULL,
  PRIMARY KEY (connection_id, delivery_id),
  FOREIGN KEY (connection_id) REFERENCES dashboard.connection (id) ON DELETE CASCADE ON UPDATE CASCADE,
  CONSTRAINT received_event_outcome CHECK (outcome IN ('applied', 'stale', 'conflict', 'test', 'recorded'))
);
CREATE INDEX received_event_object ON dashboard.received_event (connection_id, object_id, received_at DESC);
CREATE INDEX received_event_list ON dashboard.received_event (connection_id, received_at DESC);

CREATE TABLE dashboard.sync_run (
  connection_id text NOT NULL,
  id text NOT NULL,
  kind text NOT NULL,
  state text NOT NULL,
  links_seen integer NOT NULL DEFAULT 0,
  payments_seen integer NOT NULL DEFAULT 0,
  drift integer NOT NULL DEFAULT 0,
  progress jsonb NOT NULL DEFAULT '{}',
  error text,
  started_at timestamptz(3) NOT NULL,
  finished_at timestamptz(3),
  PRIMARY KEY (connection_id, id),
  FOREIGN KEY (connection_id) REFERENCES dashboard.connection (id) ON DELETE CASCADE ON UPDATE CASCADE,
  CONSTRAINT sync_run_kind CHECK (kind IN ('IMPORT', 'RECONCILE')),
  CONSTRAINT sync_run_state CHECK (state IN ('QUEUED', 'RUNNING', 'DONE', 'FAILED'))
);
CREATE INDEX sync_run_list ON dashboard.sync_run (connection_id, started_at DESC);

-- Around a call of the API: the intent before it, the outcome after it.
CREATE TABLE dashboard.audit_entry (
  connection_id text NOT NULL,
  id text NOT NULL,
  user_id text,
  action text NOT NULL,
  object_id text,
  outcome text NOT NULL,
  details jsonb NOT NULL DEFAULT '{}',
  created_at timestamptz(3) NOT NULL,
  finished_at timestamptz(3),
  PRIMARY KEY (connection_id, id),
  FOREIGN KEY (connection_id) REFERENCES dashboard.connection (id) ON DELETE CASCADE ON UPDATE CASCADE,
  CONSTRAINT audit_entry_outcome CHECK (outcome IN ('intent', 'done', 'failed', 'unknown'))
);
CREATE INDEX audit_entry_list ON dashboard.audit_entry (connection_id, created_at DESC, id DESC);

-- ---------------------------------------------------------------- test bank
-- The bank's own books. A token stands for a test card by its outcome; no card number is kept.

CREATE TABLE test_bank.card_token (
  token text PRIMARY KEY,
  outcome text NOT NULL,
  decline_code text,
  brand text NOT NULL,
  last4 text NOT NULL,
  expiry_month integer NOT NULL,
  expiry_year integer NOT NULL,
  created_at timestamptz(3) NOT NULL
);

CREATE TABLE test_bank.operation (
  reference text PRIMARY KEY,
  processor_reference text NOT NULL,
  outcome text,
  amount_minor integer NOT NULL,
  currency text NOT NULL,
  status text NOT NULL,
  authorization_code text,
  decline_code text,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  CONSTRAINT operation_status CHECK (status IN ('AUTHORIZED', 'CAPTURED', 'VOIDED', 'DECLINED', 'TOMBSTONE'))
);

-- ------------------------------------------------------------------- rights

GRANT USAGE ON SCHEMA service TO checkout_service, checkout_system;
GRANT USAGE ON SCHEMA dashboard TO checkout_dashboard, checkout_dashboard_system;
GRANT USAGE ON SCHEMA test_bank TO checkout_bank;

GRANT SELECT, INSERT, UPDATE ON ALL TABLES IN SCHEMA service TO checkout_service, checkout_system;
REVOKE UPDATE ON service.ledger_entry, service.event, service.delivery_attempt, service.audit_entry FROM checkout_service, checkout_system;
GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA dashboard TO checkout_dashboard_system;
GRANT SELECT, INSERT, UPDATE, DELETE ON dashboard.connection, dashboard.connection_secret, dashboard.mirror_payment, dashboard.mirror_link,
  dashboard.received_event, dashboard.sync_run, dashboard.audit_entry TO checkout_dashboard;
GRANT SELECT, INSERT, UPDATE ON ALL TABLES IN SCHEMA test_bank TO checkout_bank;

REVOKE ALL ON FUNCTION service.find_api_key(bytea), service.find_link_account(text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION service.find_api_key(bytea), service.find_link_account(text) TO checkout_service, checkout_system;

DO $$
DECLARE t record; tenant text;
BEGIN
  FOR t IN SELECT schemaname, tablename FROM pg_tables WHERE schemaname IN ('service', 'dashboard')
  LOOP
    EXECUTE format('ALTER TABLE %I.%I ENABLE ROW LEVEL SECURITY', t.schemaname, t.tablename);
    IF t.schemaname = 'service' THEN
      tenant := CASE t.tablename WHEN 'account' THEN 'id' ELSE 'account_id' END;
      EXECUTE format('CREATE POLICY tenant ON service.%I TO checkout_service USING (%I = current_setting(''app.tenant'', true))', t.tablename, tenant);
      EXECUTE format('CREATE POLICY everybody ON service.%I TO checkout_system USING (true)', t.tablename);
    ELSE
      EXECUTE format('CREATE POLICY everybody ON dashboard.%I TO checkout_dashboard_system USING (true)', t.tablename);
      IF t.tablename NOT IN ('user', 'team', 'membership') THEN
        tenant := CASE t.tablename WHEN 'connection' THEN 'id' ELSE 'connection_id' END;
        EXECUTE format('CREATE POLICY tenant ON dashboard.%I TO checkout_dashboard USING (%I = current_setting(''app.tenant'', true))', t.tablename, tenant);
      END IF;
    END IF;
  END LOOP;
END $$;
