-- compatible: no
-- replaces: 20261127218000_several_open_sign_ups
-- All tables of both sides, their roles and row-level security.
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
    -- Since Postgres 16 a creator that is no superuser administers the roles that it made, and may not become them.
    IF current_setting('server_version_num')::int >= 160000 THEN
      IF NOT pg_has_role(current_user, r, 'SET') THEN
        EXECUTE format('GRANT %I TO CURRENT_USER WITH SET TRUE', r);
      END IF;
    END IF;
  END LOOP;
END $$;

-- Functions may mention tables that are created below them.
SET LOCAL check_function_bodies = off;

-- ------------------------------------------------------------ service

CREATE SCHEMA service;
GRANT USAGE ON SCHEMA service TO checkout_service, checkout_system;

CREATE FUNCTION service.ledger_transaction_balances() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (SELECT sum(amount_minor) FROM service.ledger_entry
      WHERE account_id = NEW.account_id AND transaction_id = NEW.transaction_id) <> 0 THEN
    RAISE EXCEPTION 'ledger transaction % does not sum to zero', NEW.transaction_id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END $$;

-- Fills in the kind and the object of a delivery that was written without them, from its event. The event is of the same statement, so
-- the function is VOLATILE, which sees what its statement wrote.
CREATE FUNCTION service.fill_delivery() RETURNS trigger LANGUAGE plpgsql SET search_path TO 'service', 'pg_temp' AS $$
BEGIN
  SELECT e.kind, e.object_id INTO NEW.kind, NEW.object_id
    FROM service.event e WHERE e.account_id = NEW.account_id AND e.id = NEW.event_id;
  RETURN NEW;
END
$$;

CREATE FUNCTION service.refuse_audit_change() RETURNS trigger LANGUAGE plpgsql SET search_path TO 'pg_catalog', 'pg_temp' AS $$
BEGIN
  IF pg_has_role(current_user, (SELECT relowner FROM pg_class WHERE oid = TG_RELID), 'USAGE') THEN
    RETURN NULL;
  END IF;
  RAISE EXCEPTION 'an audit entry is never changed' USING ERRCODE = 'insufficient_privilege';
END $$;

CREATE TABLE service.account (
  id text NOT NULL,
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
  -- Team of the dashboard that manages an account: its members alone have the account's panel. Null = nobody's yet; an operator assigns it.
  owner_team text,
  PRIMARY KEY (id),
  CONSTRAINT account_activation CHECK (activation_status IN ('PENDING', 'UNDER_REVIEW', 'NEEDS_INFORMATION', 'ACTIVATED', 'REJECTED')),
  CONSTRAINT account_schedule CHECK (settlement_schedule IN ('daily', 'weekly')),
  CONSTRAINT account_status CHECK (status IN ('TRIAL', 'ACTIVE', 'SUSPENDED', 'CLOSED')),
  CONSTRAINT account_type CHECK (type IN ('NATURAL_PERSON', 'BUSINESS'))
);
CREATE UNIQUE INDEX account_slug_key ON service.account (slug);
ALTER TABLE service.account ENABLE ROW LEVEL SECURITY;
CREATE POLICY everybody ON service.account TO checkout_system USING (true);
CREATE POLICY tenant ON service.account TO checkout_service USING (id = current_setting('app.tenant', true));
GRANT SELECT, INSERT, UPDATE ON service.account TO checkout_service, checkout_system;

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
ALTER TABLE service.fee_schedule ENABLE ROW LEVEL SECURITY;
CREATE POLICY everybody ON service.fee_schedule TO checkout_system USING (true);
CREATE POLICY tenant ON service.fee_schedule TO checkout_service USING (account_id = current_setting('app.tenant', true));
GRANT SELECT, INSERT, UPDATE ON service.fee_schedule TO checkout_service, checkout_system;

CREATE TABLE service.api_key (
  account_id text NOT NULL,
  id text NOT NULL,
  name text NOT NULL,
  hash bytea NOT NULL,
  last4 text NOT NULL,
  created_at timestamptz(3) NOT NULL,
  revoked_at timestamptz(3),
  -- A key that was rolled lives until `expires_at`; `last_used_at` is written at most once a minute.
  expires_at timestamptz(3),
  last_used_at timestamptz(3),
  replaced_by text,
  -- Calls that a key may make, and the member of the owning team who made it and with whose membership it ends; null = nobody.
  scope text NOT NULL DEFAULT 'all',
  member_id text,
  PRIMARY KEY (account_id, id),
  FOREIGN KEY (account_id) REFERENCES service.account (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  CONSTRAINT api_key_scope CHECK (scope IN ('read', 'links', 'charges', 'all'))
);
CREATE UNIQUE INDEX api_key_hash_key ON service.api_key (hash);
ALTER TABLE service.api_key ENABLE ROW LEVEL SECURITY;
CREATE POLICY everybody ON service.api_key TO checkout_system USING (true);
CREATE POLICY tenant ON service.api_key TO checkout_service USING (account_id = current_setting('app.tenant', true));
GRANT SELECT, INSERT, UPDATE ON service.api_key TO checkout_service, checkout_system;

CREATE TABLE service.customer (
  account_id text NOT NULL,
  id text NOT NULL,
  name text NOT NULL,
  phone text NOT NULL,
  -- Identity: E.164 where the number parses, else its digits. Never shown.
  phone_key text NOT NULL,
  email text,
  email_key text,
  status text NOT NULL DEFAULT 'ACTIVE',
  source text NOT NULL,
  notes text,
  external_ref text,
  created_at timestamptz(3) NOT NULL,
  PRIMARY KEY (account_id, id),
  FOREIGN KEY (account_id) REFERENCES service.account (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  CONSTRAINT customer_email_has_key CHECK ((email IS NULL) = (email_key IS NULL)),
  CONSTRAINT customer_source CHECK (source IN ('MERCHANT', 'SELF')),
  CONSTRAINT customer_status CHECK (status IN ('ACTIVE', 'ARCHIVED'))
);
CREATE UNIQUE INDEX customer_email_key ON service.customer (account_id, email_key);
CREATE INDEX customer_external_ref ON service.customer (account_id, external_ref, created_at DESC, id DESC);
CREATE INDEX customer_list ON service.customer (account_id, created_at DESC, id DESC);
CREATE INDEX customer_list_status ON service.customer (account_id, status, created_at DESC, id DESC);
CREATE UNIQUE INDEX customer_phone_key ON service.customer (account_id, phone_key);
ALTER TABLE service.customer ENABLE ROW LEVEL SECURITY;
CREATE POLICY everybody ON service.customer TO checkout_system USING (true);
CREATE POLICY tenant ON service.customer TO checkout_service USING (account_id = current_setting('app.tenant', true));
GRANT SELECT, INSERT, UPDATE ON service.customer TO checkout_service, checkout_system;

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
  FOREIGN KEY (account_id, customer_id) REFERENCES service.customer (account_id, id) ON DELETE RESTRICT ON UPDATE CASCADE,
  FOREIGN KEY (account_id) REFERENCES service.account (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  CONSTRAINT payment_link_amount CHECK (amount_minor BETWEEN 1 AND 999999999),
  -- A slot is a use taken between authorisation and the end of the capture.
  CONSTRAINT payment_link_quota CHECK (paid_count >= 0 AND slots >= paid_count AND (max_uses IS NULL OR slots <= max_uses)),
  CONSTRAINT payment_link_status CHECK (status IN ('ACTIVE', 'COMPLETED', 'CANCELLED')),
  CONSTRAINT payment_link_uses CHECK (max_uses BETWEEN 1 AND 1000000)
);
CREATE UNIQUE INDEX payment_link_id_key ON service.payment_link (id);
CREATE INDEX payment_link_list ON service.payment_link (account_id, created_at DESC, id DESC);
CREATE INDEX payment_link_list_status ON service.payment_link (account_id, status, created_at DESC, id DESC);
ALTER TABLE service.payment_link ENABLE ROW LEVEL SECURITY;
CREATE POLICY everybody ON service.payment_link TO checkout_system USING (true);
CREATE POLICY tenant ON service.payment_link TO checkout_service USING (account_id = current_setting('app.tenant', true));
GRANT SELECT, INSERT, UPDATE ON service.payment_link TO checkout_service, checkout_system;

-- One row for each account number that was ever named; only the present one is not replaced.
CREATE TABLE service.bank_account (
  account_id text NOT NULL,
  id text NOT NULL,
  bank_name text NOT NULL,
  holder text NOT NULL,
  number_sealed text NOT NULL,
  last4 text NOT NULL,
  created_at timestamptz(3) NOT NULL,
  replaced_at timestamptz(3),
  -- Time from which a bank account receives the settlements generated, in place of the one before it; null = from the beginning.
  effective_at timestamptz(3),
  PRIMARY KEY (account_id, id),
  FOREIGN KEY (account_id) REFERENCES service.account (id) ON DELETE RESTRICT ON UPDATE CASCADE
);
CREATE UNIQUE INDEX bank_account_present ON service.bank_account (account_id) WHERE replaced_at IS NULL;
ALTER TABLE service.bank_account ENABLE ROW LEVEL SECURITY;
CREATE POLICY everybody ON service.bank_account TO checkout_system USING (true);
CREATE POLICY tenant ON service.bank_account TO checkout_service USING (account_id = current_setting('app.tenant', true));
GRANT SELECT, INSERT ON service.bank_account TO checkout_service, checkout_system;
GRANT UPDATE (number_sealed, replaced_at) ON service.bank_account TO checkout_system;
GRANT UPDATE (replaced_at) ON service.bank_account TO checkout_service;

CREATE TABLE service.settlement (
  account_id text NOT NULL,
  id text NOT NULL,
  status text NOT NULL,
  currency text NOT NULL,
  gross_minor bigint NOT NULL,
  fee_minor bigint NOT NULL,
  debt_minor bigint NOT NULL,
  net_minor bigint NOT NULL,
  payment_count integer NOT NULL,
  period_start timestamptz(3) NOT NULL,
  period_end timestamptz(3) NOT NULL,
  -- The end of the account's settlement before: a chain without forks in which nothing overlaps.
  previous_end timestamptz(3),
  bank_account_id text,
  reference text,
  paid_at timestamptz(3),
  transfer_step text,
  owner text,
  lease_until timestamptz(3),
  due_at timestamptz(3),
  attempts integer NOT NULL DEFAULT 0,
  problem text,
  created_at timestamptz(3) NOT NULL,
  PRIMARY KEY (account_id, id),
  FOREIGN KEY (account_id, bank_account_id) REFERENCES service.bank_account (account_id, id) ON DELETE RESTRICT ON UPDATE CASCADE,
  FOREIGN KEY (account_id) REFERENCES service.account (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  CONSTRAINT settlement_debt_is_not_positive CHECK ((status = 'DEBT') = (net_minor <= 0)),
  CONSTRAINT settlement_lease_has_owner CHECK ((owner IS NULL) = (lease_until IS NULL) AND (owner IS NULL OR transfer_step = 'SENDING')),
  CONSTRAINT settlement_paid_is_told CHECK ((status = 'PAID') = (paid_at IS NOT NULL) AND (status = 'PAID') = (reference IS NOT NULL)),
  CONSTRAINT settlement_pending_has_step CHECK ((status = 'PENDING') = (transfer_step IS NOT NULL)),
  -- REFUSED waits for the merchant, everything else that is pending for an instant.
  CONSTRAINT settlement_pending_is_due CHECK ((due_at IS NOT NULL) = (coalesce(transfer_step, 'REFUSED') <> 'REFUSED')),
  CONSTRAINT settlement_period CHECK (period_start < period_end AND (previous_end IS NULL OR previous_end <= period_start)),
  CONSTRAINT settlement_status CHECK (status IN ('PENDING', 'PAID', 'DEBT')),
  CONSTRAINT settlement_step CHECK (transfer_step IN ('WAITING', 'SENDING', 'ORDERED', 'REFUSED')),
  CONSTRAINT settlement_sums CHECK (net_minor = gross_minor - fee_minor - debt_minor AND gross_minor > 0 AND fee_minor >= 0 AND debt_minor >= 0 AND payment_count > 0),
  CONSTRAINT settlement_told_has_target CHECK (bank_account_id IS NOT NULL OR coalesce(transfer_step, 'WAITING') = 'WAITING')
);
CREATE UNIQUE INDEX settlement_chain ON service.settlement (account_id, previous_end) NULLS NOT DISTINCT;
CREATE INDEX settlement_due ON service.settlement (due_at) WHERE status = 'PENDING';
CREATE UNIQUE INDEX settlement_id_key ON service.settlement (id);
CREATE INDEX settlement_list ON service.settlement (account_id, created_at DESC, id DESC);
CREATE INDEX settlement_list_status ON service.settlement (account_id, status, created_at DESC, id DESC);
-- What is on its way and paid out is summed from this alone.
CREATE INDEX settlement_money ON service.settlement (account_id, status) INCLUDE (net_minor) WHERE net_minor > 0;
CREATE UNIQUE INDEX settlement_period_end_key ON service.settlement (account_id, period_end);
CREATE UNIQUE INDEX settlement_period_start_key ON service.settlement (account_id, period_start);
ALTER TABLE service.settlement ADD CONSTRAINT settlement_account_id_previous_end_fkey FOREIGN KEY (account_id, previous_end) REFERENCES service.settlement(account_id, period_end) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE service.settlement ENABLE ROW LEVEL SECURITY;
CREATE POLICY everybody ON service.settlement TO checkout_system USING (true);
CREATE POLICY tenant ON service.settlement TO checkout_service USING (account_id = current_setting('app.tenant', true));
GRANT SELECT, INSERT ON service.settlement TO checkout_service, checkout_system;
GRANT UPDATE (status, bank_account_id, reference, paid_at, transfer_step, owner, lease_until, due_at, attempts, problem) ON service.settlement TO checkout_service, checkout_system;

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
  -- Where the payer confirms at the bank while the payment is CONFIRMING.
  confirm_url text,
  PRIMARY KEY (account_id, id),
  FOREIGN KEY (account_id, customer_id) REFERENCES service.customer (account_id, id) ON DELETE RESTRICT ON UPDATE CASCADE,
  FOREIGN KEY (account_id) REFERENCES service.account (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  FOREIGN KEY (account_id, link_id) REFERENCES service.payment_link (account_id, id) ON DELETE RESTRICT ON UPDATE CASCADE,
  FOREIGN KEY (account_id, settlement_id) REFERENCES service.settlement (account_id, id) ON DELETE RESTRICT ON UPDATE CASCADE,
  CONSTRAINT payment_amount CHECK (amount_minor BETWEEN 1 AND 999999999),
  CONSTRAINT payment_approved_has_fee CHECK ((status = 'APPROVED') = (approved_at IS NOT NULL) AND (status = 'APPROVED') = (fee_minor IS NOT NULL)),
  CONSTRAINT payment_final_has_no_owner CHECK (status = 'PENDING' OR (owner IS NULL AND lease_until IS NULL)),
  CONSTRAINT payment_pending_has_step CHECK ((status = 'PENDING') = (step IS NOT NULL)),
  CONSTRAINT payment_settled_is_approved CHECK (settlement_id IS NULL OR status = 'APPROVED'),
  CONSTRAINT payment_status CHECK (status IN ('PENDING', 'APPROVED', 'FAILED', 'VOIDED', 'TIMEOUT')),
  CONSTRAINT payment_step CHECK (step IN ('AUTHORIZING', 'CONFIRMING', 'CAPTURING', 'VOIDING'))
);
CREATE UNIQUE INDEX payment_id_key ON service.payment (id);
CREATE INDEX payment_list ON service.payment (account_id, created_at DESC, id DESC);
CREATE INDEX payment_list_customer ON service.payment (account_id, customer_id, created_at DESC, id DESC);
CREATE INDEX payment_list_link ON service.payment (account_id, link_id, created_at DESC, id DESC);
-- A rare status of a link's many payments.
CREATE INDEX payment_list_link_status ON service.payment (account_id, link_id, status, created_at DESC, id DESC);
CREATE INDEX payment_list_status ON service.payment (account_id, status, created_at DESC, id DESC);
CREATE INDEX payment_settlement ON service.payment (account_id, settlement_id, created_at DESC, id DESC) WHERE settlement_id IS NOT NULL;
CREATE INDEX payment_unfinished ON service.payment (coalesce(lease_until, confirm_until)) WHERE status = 'PENDING';
CREATE INDEX payment_unsettled ON service.payment (account_id, approved_at) WHERE status = 'APPROVED' AND settlement_id IS NULL;
ALTER TABLE service.payment ENABLE ROW LEVEL SECURITY;
CREATE POLICY everybody ON service.payment TO checkout_system USING (true);
CREATE POLICY tenant ON service.payment TO checkout_service USING (account_id = current_setting('app.tenant', true));
GRANT SELECT, INSERT, UPDATE ON service.payment TO checkout_service, checkout_system;

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
  -- A stored answer names the request that it answered, also when the reconciler writes it; a link made by a charge is
  -- an answer without a payment.
  request_id text,
  PRIMARY KEY (account_id, route, key_hash),
  FOREIGN KEY (account_id, payment_id) REFERENCES service.payment (account_id, id) ON DELETE RESTRICT ON UPDATE CASCADE,
  CONSTRAINT idempotency_key_answer CHECK ((state = 'DONE') = (answer_status IS NOT NULL)),
  CONSTRAINT idempotency_key_state CHECK (state IN ('RUNNING', 'DONE'))
);
-- Keys whose request never reached the processor are forgotten after 90 days; the others are kept for ever.
CREATE INDEX idempotency_key_forgettable ON service.idempotency_key (done_at) WHERE payment_id IS NULL;
CREATE INDEX idempotency_key_payment ON service.idempotency_key (account_id, payment_id);
ALTER TABLE service.idempotency_key ENABLE ROW LEVEL SECURITY;
CREATE POLICY everybody ON service.idempotency_key TO checkout_system USING (true);
CREATE POLICY forgettable ON service.idempotency_key AS RESTRICTIVE FOR DELETE TO checkout_system USING (payment_id IS NULL);
CREATE POLICY tenant ON service.idempotency_key TO checkout_service USING (account_id = current_setting('app.tenant', true));
GRANT SELECT, INSERT, UPDATE ON service.idempotency_key TO checkout_service;
GRANT SELECT, INSERT, UPDATE, DELETE ON service.idempotency_key TO checkout_system;

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
  FOREIGN KEY (account_id, settlement_id) REFERENCES service.settlement (account_id, id) ON DELETE RESTRICT ON UPDATE CASCADE,
  CONSTRAINT ledger_entry_kind CHECK (kind IN ('payment_approved', 'settlement_created', 'settlement_paid')),
  CONSTRAINT ledger_entry_ledger CHECK (ledger IN ('clearing', 'available', 'fees', 'in_transit', 'paid_out', 'debt')),
  CONSTRAINT ledger_entry_object CHECK (CASE kind WHEN 'payment_approved' THEN settlement_id IS NULL ELSE settlement_id IS NOT NULL AND payment_id IS NULL END)
);
CREATE UNIQUE INDEX ledger_entry_once ON service.ledger_entry (account_id, payment_id, kind, ledger);
CREATE CONSTRAINT TRIGGER ledger_entry_balances AFTER INSERT ON service.ledger_entry DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION service.ledger_transaction_balances();
ALTER TABLE service.ledger_entry ENABLE ROW LEVEL SECURITY;
CREATE POLICY everybody ON service.ledger_entry TO checkout_system USING (true);
CREATE POLICY tenant ON service.ledger_entry TO checkout_service USING (account_id = current_setting('app.tenant', true));
GRANT SELECT, INSERT ON service.ledger_entry TO checkout_service, checkout_system;

CREATE TABLE service.webhook_endpoint (
  account_id text NOT NULL,
  id text NOT NULL,
  url text NOT NULL,
  status text NOT NULL DEFAULT 'ACTIVE',
  secret_sealed text NOT NULL,
  created_at timestamptz(3) NOT NULL,
  -- `kinds` null = every kind of event. `next_due_at` is at most as late as the endpoint's first retry or manual
  -- attempt, null = none waits; a first attempt is due at once and is found by its own index. `slow_until`: it timed out lately and has a lane of its own until then.
  -- A rotation: `next_secret_sealed` is the new secret; STAGED = the old one signs alone until the switch, OVERLAP = both sign;
  -- from `rotation_ends_at` on the new one signs alone. It is sealed for the column `secret_sealed`, so that it moves by one UPDATE.
  description text,
  kinds text[],
  next_due_at timestamptz(3),
  slow_until timestamptz(3),
  next_secret_sealed text,
  rotation text,
  rotation_ends_at timestamptz(3),
  failing_since timestamptz(3),
  notices integer NOT NULL DEFAULT 0,
  -- `secret_since`: the instant from which `secret_sealed` signs, null = since the endpoint was made. `missed_since`: the pause
  -- whose skipped deliveries nobody has answered for yet, neither to send them nor to leave them.
  secret_since timestamptz(3),
  missed_since timestamptz(3),
  -- A mail reports an endpoint that keeps failing: `notices` counts those of the present failure, `noticed_at` is the newest of any.
  noticed_at timestamptz(3),
  -- The newest mails about failures of an endpoint, as its page shows them: number, recipient, instant and the failure's start.
  notices_sent jsonb NOT NULL DEFAULT '[]',
  PRIMARY KEY (account_id, id),
  FOREIGN KEY (account_id) REFERENCES service.account (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  CONSTRAINT webhook_endpoint_rotation CHECK ( rotation IS NULL AND next_secret_sealed IS NULL AND rotation_ends_at IS NULL OR rotation IN ('STAGED', 'OVERLAP') AND next_secret_sealed IS NOT NULL AND rotation_ends_at IS NOT NULL ),
  CONSTRAINT webhook_endpoint_status CHECK (status IN ('ACTIVE', 'PAUSED', 'DELETED'))
);
CREATE INDEX webhook_endpoint_due ON service.webhook_endpoint (next_due_at) WHERE next_due_at IS NOT NULL;
CREATE INDEX webhook_endpoint_failing ON service.webhook_endpoint (failing_since) WHERE failing_since IS NOT NULL;
ALTER TABLE service.webhook_endpoint ENABLE ROW LEVEL SECURITY;
CREATE POLICY everybody ON service.webhook_endpoint TO checkout_system USING (true);
CREATE POLICY tenant ON service.webhook_endpoint TO checkout_service USING (account_id = current_setting('app.tenant', true));
GRANT SELECT, INSERT, UPDATE ON service.webhook_endpoint TO checkout_service, checkout_system;

-- The body is the final bytes that every attempt sends.
CREATE TABLE service.event (
  account_id text NOT NULL,
  id text NOT NULL,
  kind text NOT NULL,
  object_id text NOT NULL,
  body text NOT NULL,
  created_at timestamptz(3) NOT NULL,
  test boolean NOT NULL DEFAULT false,
  PRIMARY KEY (account_id, id),
  FOREIGN KEY (account_id) REFERENCES service.account (id) ON DELETE RESTRICT ON UPDATE CASCADE
);
-- Retention finds the oldest rows of all accounts by this.
CREATE INDEX event_age ON service.event (created_at);
CREATE INDEX event_kind ON service.event (account_id, kind, created_at DESC, id DESC);
CREATE INDEX event_list ON service.event (account_id, created_at DESC, id DESC);
CREATE INDEX event_object ON service.event (account_id, object_id);
-- Test events are few among all: the tab of them must not walk the others.
CREATE INDEX event_test ON service.event (account_id, created_at DESC, id DESC) WHERE test;
ALTER TABLE service.event ENABLE ROW LEVEL SECURITY;
CREATE POLICY everybody ON service.event TO checkout_system USING (true);
CREATE POLICY tenant ON service.event TO checkout_service USING (account_id = current_setting('app.tenant', true));
GRANT SELECT, INSERT ON service.event TO checkout_service;
GRANT SELECT, INSERT, DELETE ON service.event TO checkout_system;

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
  -- `attempts` numbers all attempts, `automatic_attempts` those of the schedule. `manual_due_at`: a person asked for one more
  -- attempt, whatever the status; it leaves the schedule as it is. `last_*` repeat the newest attempt for lists.
  kind text NOT NULL,
  object_id text NOT NULL,
  test boolean NOT NULL DEFAULT false,
  automatic_attempts integer NOT NULL DEFAULT 0,
  manual_due_at timestamptz(3),
  retry_run_id text,
  last_attempt_at timestamptz(3),
  last_answer_status integer,
  last_error_class text,
  PRIMARY KEY (account_id, id),
  FOREIGN KEY (account_id, endpoint_id) REFERENCES service.webhook_endpoint (account_id, id) ON DELETE RESTRICT ON UPDATE CASCADE,
  FOREIGN KEY (account_id, event_id) REFERENCES service.event (account_id, id) ON DELETE RESTRICT ON UPDATE CASCADE,
  CONSTRAINT delivery_final_has_end CHECK ((status = 'PENDING') = (finished_at IS NULL)),
  CONSTRAINT delivery_final_has_no_owner CHECK (status = 'PENDING' OR owner IS NULL OR manual_due_at IS NOT NULL),
  -- Deliveries are claimed endpoint by endpoint, so that a backlog of one is never read for another. A row that nobody
  -- holds has no owner; a lease that ran out is given back by a sweep over the few rows that are held.
  CONSTRAINT delivery_lease_has_owner CHECK ((owner IS NULL) = (lease_until IS NULL)),
  CONSTRAINT delivery_status CHECK (status IN ('PENDING', 'SUCCEEDED', 'FAILED', 'SKIPPED'))
);
CREATE INDEX delivery_age ON service.delivery (created_at) WHERE status <> 'PENDING' AND owner IS NULL AND manual_due_at IS NULL;
-- Failed answers by their class, for the filter of the deliveries list; a delivery that went well is not in it.
-- The three ways to have no connection are one class of the filter.
CREATE INDEX delivery_answer_list ON service.delivery ( account_id, (CASE last_error_class WHEN 'closed' THEN 'connect' WHEN 'protocol' THEN 'connect' ELSE last_error_class END), created_at DESC, id DESC ) WHERE last_error_class IS NOT NULL;
CREATE INDEX delivery_endpoint ON service.delivery (account_id, endpoint_id, created_at DESC);
-- The newest failure of an endpoint.
CREATE INDEX delivery_failure ON service.delivery (account_id, endpoint_id, last_attempt_at) WHERE last_error_class IS NOT NULL AND NOT test;
-- First attempts are always due and are found by the first index alone; retries and manual attempts by the endpoint's `next_due_at`.
-- `automatic_attempts` = 0 marks a first attempt: a delivery that was sent by hand only, or starts its schedule anew, is one too.
CREATE INDEX delivery_first ON service.delivery (account_id, endpoint_id, next_attempt_at) WHERE status = 'PENDING' AND owner IS NULL AND automatic_attempts = 0;
CREATE INDEX delivery_held ON service.delivery (account_id, endpoint_id) WHERE owner IS NOT NULL;
CREATE INDEX delivery_kind_list ON service.delivery (account_id, kind, created_at DESC, id DESC);
CREATE INDEX delivery_list ON service.delivery (account_id, created_at DESC, id DESC);
CREATE INDEX delivery_manual ON service.delivery (account_id, endpoint_id, manual_due_at) WHERE manual_due_at IS NOT NULL AND owner IS NULL;
CREATE INDEX delivery_object ON service.delivery (account_id, object_id, created_at DESC, id DESC);
CREATE UNIQUE INDEX delivery_once ON service.delivery (account_id, event_id, endpoint_id);
CREATE INDEX delivery_retry ON service.delivery (account_id, endpoint_id, next_attempt_at) WHERE status = 'PENDING' AND owner IS NULL AND automatic_attempts > 0;
CREATE INDEX delivery_run ON service.delivery (account_id, retry_run_id) WHERE retry_run_id IS NOT NULL;
-- Skipped deliveries of an endpoint by the instant at which they were skipped.
CREATE INDEX delivery_skipped ON service.delivery (account_id, endpoint_id, finished_at) WHERE status = 'SKIPPED' AND NOT test;
CREATE INDEX delivery_status_list ON service.delivery (account_id, status, created_at DESC, id DESC);
CREATE TRIGGER delivery_of_old_process BEFORE INSERT ON service.delivery FOR EACH ROW WHEN (((new.kind IS NULL) OR (new.object_id IS NULL))) EXECUTE FUNCTION service.fill_delivery();
ALTER TABLE service.delivery ENABLE ROW LEVEL SECURITY;
CREATE POLICY everybody ON service.delivery TO checkout_system USING (true);
CREATE POLICY tenant ON service.delivery TO checkout_service USING (account_id = current_setting('app.tenant', true));
GRANT SELECT, INSERT, UPDATE ON service.delivery TO checkout_service;
GRANT SELECT, INSERT, UPDATE, DELETE ON service.delivery TO checkout_system;

CREATE TABLE service.delivery_attempt (
  account_id text NOT NULL,
  delivery_id text NOT NULL,
  number integer NOT NULL,
  attempted_at timestamptz(3) NOT NULL,
  duration_ms integer NOT NULL,
  answer_status integer,
  error_class text,
  answer_head text,
  manual boolean NOT NULL DEFAULT false,
  signature text,
  answer_headers jsonb,
  PRIMARY KEY (account_id, delivery_id, number),
  FOREIGN KEY (account_id, delivery_id) REFERENCES service.delivery (account_id, id) ON DELETE RESTRICT ON UPDATE CASCADE
);
ALTER TABLE service.delivery_attempt ENABLE ROW LEVEL SECURITY;
CREATE POLICY everybody ON service.delivery_attempt TO checkout_system USING (true);
CREATE POLICY tenant ON service.delivery_attempt TO checkout_service USING (account_id = current_setting('app.tenant', true));
GRANT SELECT, INSERT ON service.delivery_attempt TO checkout_service;
GRANT SELECT, INSERT, DELETE ON service.delivery_attempt TO checkout_system;

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
CREATE TRIGGER audit_entry_change BEFORE DELETE OR UPDATE OR TRUNCATE ON service.audit_entry FOR EACH STATEMENT EXECUTE FUNCTION service.refuse_audit_change();
ALTER TABLE service.audit_entry ENABLE ROW LEVEL SECURITY;
CREATE POLICY everybody ON service.audit_entry TO checkout_system USING (true);
CREATE POLICY tenant ON service.audit_entry TO checkout_service USING (account_id = current_setting('app.tenant', true));
GRANT SELECT, INSERT ON service.audit_entry TO checkout_service, checkout_system;

-- One card a customer. The token is the processor's, sealed; no number is kept anywhere.
CREATE TABLE service.saved_card (
  account_id text NOT NULL,
  customer_id text NOT NULL,
  token_sealed text NOT NULL,
  brand text NOT NULL,
  last4 text NOT NULL,
  expiry_month integer NOT NULL,
  expiry_year integer NOT NULL,
  created_at timestamptz(3) NOT NULL,
  PRIMARY KEY (account_id, customer_id),
  FOREIGN KEY (account_id, customer_id) REFERENCES service.customer (account_id, id) ON DELETE RESTRICT ON UPDATE CASCADE
);
ALTER TABLE service.saved_card ENABLE ROW LEVEL SECURITY;
CREATE POLICY everybody ON service.saved_card TO checkout_system USING (true);
CREATE POLICY tenant ON service.saved_card TO checkout_service USING (account_id = current_setting('app.tenant', true));
GRANT SELECT, INSERT, UPDATE, DELETE ON service.saved_card TO checkout_service;
GRANT SELECT, INSERT, UPDATE ON service.saved_card TO checkout_system;

-- A card whose payer agreed to have it saved, sealed for its place in saved_card: the transaction that ends its payment
-- moves it there (APPROVED) or drops it. So no crash can lose it or save it for a payment that failed.
CREATE TABLE service.card_to_save (
  account_id text NOT NULL,
  payment_id text NOT NULL,
  customer_id text NOT NULL,
  token_sealed text NOT NULL,
  brand text NOT NULL,
  last4 text NOT NULL,
  expiry_month integer NOT NULL,
  expiry_year integer NOT NULL,
  created_at timestamptz(3) NOT NULL,
  PRIMARY KEY (account_id, payment_id),
  FOREIGN KEY (account_id, customer_id) REFERENCES service.customer (account_id, id) ON DELETE RESTRICT ON UPDATE CASCADE,
  FOREIGN KEY (account_id, payment_id) REFERENCES service.payment (account_id, id) ON DELETE RESTRICT ON UPDATE CASCADE
);
ALTER TABLE service.card_to_save ENABLE ROW LEVEL SECURITY;
CREATE POLICY everybody ON service.card_to_save TO checkout_system USING (true);
CREATE POLICY tenant ON service.card_to_save TO checkout_service USING (account_id = current_setting('app.tenant', true));
GRANT SELECT, INSERT, UPDATE, DELETE ON service.card_to_save TO checkout_service;
GRANT SELECT, INSERT, UPDATE ON service.card_to_save TO checkout_system;

-- Who opened a link on which day of the account's time zone: what makes an open count once. Days before yesterday go.
CREATE TABLE service.link_open (
  account_id text NOT NULL,
  link_id text NOT NULL,
  day date NOT NULL,
  browser_hash bytea NOT NULL,
  PRIMARY KEY (account_id, link_id, day, browser_hash),
  FOREIGN KEY (account_id, link_id) REFERENCES service.payment_link (account_id, id) ON DELETE RESTRICT ON UPDATE CASCADE
);
ALTER TABLE service.link_open ENABLE ROW LEVEL SECURITY;
CREATE POLICY everybody ON service.link_open TO checkout_system USING (true);
CREATE POLICY tenant ON service.link_open TO checkout_service USING (account_id = current_setting('app.tenant', true));
GRANT SELECT, INSERT, UPDATE, DELETE ON service.link_open TO checkout_service;
GRANT SELECT, INSERT, UPDATE ON service.link_open TO checkout_system;

-- The public sign-up page. One row for each form that was sent: a reload or a second press finds it and does nothing.
-- Where the phone was registered before, the new card waits here for a code sent to that phone; else those are null.
CREATE TABLE service.sign_up (
  account_id text NOT NULL,
  form_hash bytea NOT NULL,
  with_card boolean NOT NULL,
  created_at timestamptz(3) NOT NULL,
  expires_at timestamptz(3) NOT NULL,
  -- Counted for every form alike, so that a guess tells nothing of who is registered.
  tries integer NOT NULL DEFAULT 0,
  confirmed_at timestamptz(3),
  customer_id text,
  phone_key text,
  code_mac bytea,
  token_sealed text,
  brand text,
  last4 text,
  expiry_month integer,
  expiry_year integer,
  PRIMARY KEY (account_id, form_hash),
  FOREIGN KEY (account_id, customer_id) REFERENCES service.customer (account_id, id) ON DELETE RESTRICT ON UPDATE CASCADE,
  FOREIGN KEY (account_id) REFERENCES service.account (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  CONSTRAINT sign_up_tries CHECK (tries BETWEEN 0 AND 5),
  CONSTRAINT sign_up_used_once CHECK (confirmed_at IS NULL OR (with_card AND customer_id IS NULL)),
  CONSTRAINT sign_up_waiting CHECK ( num_nulls(customer_id, phone_key, code_mac, token_sealed, brand, last4, expiry_month, expiry_year) IN (0, 8))
);
CREATE INDEX sign_up_age ON service.sign_up (created_at);
ALTER TABLE service.sign_up ENABLE ROW LEVEL SECURITY;
CREATE POLICY everybody ON service.sign_up TO checkout_system USING (true);
CREATE POLICY tenant ON service.sign_up TO checkout_service USING (account_id = current_setting('app.tenant', true));
GRANT SELECT, INSERT, UPDATE ON service.sign_up TO checkout_service;
GRANT SELECT, INSERT, UPDATE, DELETE ON service.sign_up TO checkout_system;

-- What the adapter that shows messages instead of sending them has taken: test mode on loopback alone.
CREATE TABLE service.shown_message (
  account_id text NOT NULL,
  id text NOT NULL,
  recipient text NOT NULL,
  text text NOT NULL,
  created_at timestamptz(3) NOT NULL,
  PRIMARY KEY (account_id, id),
  FOREIGN KEY (account_id) REFERENCES service.account (id) ON DELETE RESTRICT ON UPDATE CASCADE
);
CREATE INDEX shown_message_age ON service.shown_message (created_at);
ALTER TABLE service.shown_message ENABLE ROW LEVEL SECURITY;
CREATE POLICY everybody ON service.shown_message TO checkout_system USING (true);
CREATE POLICY tenant ON service.shown_message TO checkout_service USING (account_id = current_setting('app.tenant', true));
GRANT SELECT, INSERT, UPDATE ON service.shown_message TO checkout_service;
GRANT SELECT, INSERT, UPDATE, DELETE ON service.shown_message TO checkout_system;

-- What waits to be settled, as running sums: the balance reads a few rows however many payments wait. An approval adds to
-- one of some parts, so that approvals at the same time rarely meet; settlements subtract from a part of their own (-1).
CREATE TABLE service.balance_part (
  account_id text NOT NULL,
  part smallint NOT NULL,
  payments bigint NOT NULL,
  gross_minor bigint NOT NULL,
  fee_minor bigint NOT NULL,
  PRIMARY KEY (account_id, part),
  FOREIGN KEY (account_id) REFERENCES service.account (id) ON DELETE RESTRICT ON UPDATE CASCADE
) WITH (fillfactor=50);
ALTER TABLE service.balance_part ENABLE ROW LEVEL SECURITY;
CREATE POLICY everybody ON service.balance_part TO checkout_system USING (true);
CREATE POLICY tenant ON service.balance_part TO checkout_service USING (account_id = current_setting('app.tenant', true));
GRANT SELECT, INSERT, UPDATE ON service.balance_part TO checkout_service, checkout_system;

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
  -- The instant from which a worker may queue the next batch of a bulk retry. An account has one that runs.
  next_batch_at timestamptz(3),
  PRIMARY KEY (account_id, id),
  FOREIGN KEY (account_id) REFERENCES service.account (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  CONSTRAINT delivery_retry_run_batch CHECK ((status = 'RUNNING') = (next_batch_at IS NOT NULL)),
  CONSTRAINT delivery_retry_run_status CHECK (status IN ('RUNNING', 'STOPPED', 'DONE'))
);
CREATE INDEX delivery_retry_run_list ON service.delivery_retry_run (account_id, created_at DESC, id DESC);
CREATE UNIQUE INDEX delivery_retry_run_running ON service.delivery_retry_run (account_id) WHERE status = 'RUNNING';
ALTER TABLE service.delivery_retry_run ENABLE ROW LEVEL SECURITY;
CREATE POLICY everybody ON service.delivery_retry_run TO checkout_system USING (true);
CREATE POLICY tenant ON service.delivery_retry_run TO checkout_service USING (account_id = current_setting('app.tenant', true));
GRANT SELECT, INSERT, UPDATE ON service.delivery_retry_run TO checkout_service;
GRANT SELECT, INSERT, UPDATE, DELETE ON service.delivery_retry_run TO checkout_system;

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
  request_body json,
  error json,
  created_at timestamptz(3) NOT NULL,
  PRIMARY KEY (account_id, id),
  FOREIGN KEY (account_id) REFERENCES service.account (id) ON DELETE RESTRICT ON UPDATE CASCADE
);
CREATE INDEX api_request_age ON service.api_request (created_at);
CREATE INDEX api_request_failed ON service.api_request (account_id, created_at DESC, id DESC) WHERE status >= 400;
CREATE INDEX api_request_idempotency ON service.api_request (account_id, idempotency_key, created_at DESC, id DESC) WHERE idempotency_key IS NOT NULL;
CREATE INDEX api_request_list ON service.api_request (account_id, created_at DESC, id DESC);
-- The search of the request log by what an integrator has at hand.
CREATE INDEX api_request_object ON service.api_request (account_id, object_id, created_at DESC, id DESC) WHERE object_id IS NOT NULL;
ALTER TABLE service.api_request ENABLE ROW LEVEL SECURITY;
CREATE POLICY everybody ON service.api_request TO checkout_system USING (true);
CREATE POLICY tenant ON service.api_request TO checkout_service USING (account_id = current_setting('app.tenant', true));
GRANT SELECT ON service.api_request TO checkout_service;
GRANT SELECT, INSERT, DELETE ON service.api_request TO checkout_system;

-- A request is nobody's until its key is known, and a payer knows only the link: these two look-ups run as the owner.
CREATE FUNCTION service.find_api_key(key_hash bytea)
  RETURNS TABLE(key_id text, revoked_at timestamp with time zone, account service.account, expires_at timestamp with time zone, scope text)
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path TO 'service', 'pg_temp' AS $$
  SELECT k.id, k.revoked_at, a, k.expires_at, k.scope
  FROM service.api_key k JOIN service.account a ON a.id = k.account_id WHERE k.hash = key_hash
$$;
REVOKE ALL ON FUNCTION service.find_api_key(bytea) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION service.find_api_key(bytea) TO checkout_service, checkout_system;

CREATE FUNCTION service.find_link_account(link_id text)
  RETURNS text
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path TO 'service', 'pg_temp' AS $$
  SELECT account_id FROM service.payment_link WHERE id = link_id
$$;
REVOKE ALL ON FUNCTION service.find_link_account(text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION service.find_link_account(text) TO checkout_service, checkout_system;

-- Whoever holds a receipt's address knows only the payment.
CREATE FUNCTION service.find_payment_account(payment_id text)
  RETURNS text
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path TO 'service', 'pg_temp' AS $$
  SELECT account_id FROM service.payment WHERE id = payment_id
$$;
REVOKE ALL ON FUNCTION service.find_payment_account(text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION service.find_payment_account(text) TO checkout_service, checkout_system;

-- Whoever opens a sign-up page knows only the slug.
CREATE FUNCTION service.find_account_by_slug(account_slug text)
  RETURNS text
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path TO 'service', 'pg_temp' AS $$
  SELECT id FROM service.account WHERE slug = account_slug
$$;
REVOKE ALL ON FUNCTION service.find_account_by_slug(text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION service.find_account_by_slug(text) TO checkout_service, checkout_system;

-- ------------------------------------------------------------ limits

CREATE SCHEMA limits;
GRANT USAGE ON SCHEMA limits TO checkout_system;

CREATE UNLOGGED TABLE limits.bucket (
  subject bytea NOT NULL,
  tokens double precision NOT NULL,
  -- What the last request for tokens got.
  granted integer NOT NULL,
  refilled_at timestamptz NOT NULL,
  PRIMARY KEY (subject)
);
CREATE INDEX bucket_refilled ON limits.bucket (refilled_at);
GRANT SELECT, INSERT, UPDATE, DELETE ON limits.bucket TO checkout_system;

-- ------------------------------------------------------------ health

CREATE SCHEMA health;
GRANT USAGE ON SCHEMA health TO checkout_system;

CREATE TABLE health.coherence (
  id boolean NOT NULL DEFAULT true,
  checked_at timestamptz(3) NOT NULL,
  breaks integer NOT NULL,
  -- The hourly comparison sees what is recent alone: it must not stand for the last one of everything.
  recent_checked_at timestamptz(3),
  recent_breaks integer NOT NULL DEFAULT 0,
  PRIMARY KEY (id),
  CONSTRAINT coherence_is_one_row CHECK (id)
);
GRANT SELECT, INSERT, UPDATE ON health.coherence TO checkout_system;

-- ------------------------------------------------------------ jobs

CREATE SCHEMA jobs;
GRANT USAGE ON SCHEMA jobs TO checkout_service, checkout_system;

-- Jobs at moments of the day, each once for all workers: the one that holds the lease runs it.
CREATE TABLE jobs.scheduled_job (
  name text NOT NULL,
  due_at timestamptz(3) NOT NULL,
  owner text,
  lease_until timestamptz(3),
  PRIMARY KEY (name),
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
  FOREIGN KEY (account_id, endpoint_id) REFERENCES service.webhook_endpoint (account_id, id) ON UPDATE CASCADE ON DELETE CASCADE
);
CREATE INDEX failure_notice_due ON jobs.failure_notice (due_at);
GRANT SELECT, INSERT, UPDATE, DELETE ON jobs.failure_notice TO checkout_system;

-- ------------------------------------------------------------ test_bank

CREATE SCHEMA test_bank;
GRANT USAGE ON SCHEMA test_bank TO checkout_bank;

CREATE TABLE test_bank.card_token (
  token text NOT NULL,
  outcome text NOT NULL,
  decline_code text,
  brand text NOT NULL,
  last4 text NOT NULL,
  expiry_month integer NOT NULL,
  expiry_year integer NOT NULL,
  created_at timestamptz(3) NOT NULL,
  PRIMARY KEY (token)
);
GRANT SELECT, INSERT, UPDATE ON test_bank.card_token TO checkout_bank;

CREATE TABLE test_bank.operation (
  reference text NOT NULL,
  processor_reference text NOT NULL,
  outcome text,
  amount_minor integer NOT NULL,
  currency text NOT NULL,
  status text NOT NULL,
  authorization_code text,
  decline_code text,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  -- The bank's confirmation step: an authorisation that waits for its payer.
  challenge text,
  return_url text,
  PRIMARY KEY (reference),
  CONSTRAINT operation_status CHECK (status IN ('CONFIRMING', 'AUTHORIZED', 'CAPTURED', 'VOIDED', 'DECLINED', 'TOMBSTONE'))
);
CREATE UNIQUE INDEX operation_challenge_key ON test_bank.operation (challenge);
GRANT SELECT, INSERT, UPDATE ON test_bank.operation TO checkout_bank;

-- How the test bank behaves: one row, changed by the operator, read at every call.
CREATE TABLE test_bank.setting (
  id boolean NOT NULL DEFAULT true,
  delay_ms integer NOT NULL DEFAULT 0,
  outage boolean NOT NULL DEFAULT false,
  transfer_delay_ms integer NOT NULL DEFAULT 5000,
  PRIMARY KEY (id),
  CONSTRAINT setting_delay CHECK (delay_ms BETWEEN 0 AND 60000),
  CONSTRAINT setting_is_one_row CHECK (id),
  CONSTRAINT setting_transfer_delay CHECK (transfer_delay_ms BETWEEN 0 AND 86400000)
);
GRANT SELECT, UPDATE ON test_bank.setting TO checkout_bank;
INSERT INTO test_bank.setting DEFAULT VALUES;

-- The test bank's books of transfers. An account number is judged as it arrives and not kept.
CREATE TABLE test_bank.transfer (
  reference text NOT NULL,
  bank_reference text NOT NULL,
  amount_minor bigint NOT NULL,
  currency text NOT NULL,
  account_last4 text NOT NULL,
  status text NOT NULL,
  refusal text,
  leaves_at timestamptz(3),
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  PRIMARY KEY (reference),
  CONSTRAINT transfer_refused_says_why CHECK ((status = 'REFUSED') = (refusal IS NOT NULL) AND (status = 'REFUSED') = (leaves_at IS NULL)),
  CONSTRAINT transfer_status CHECK (status IN ('ORDERED', 'SENT', 'REFUSED'))
);
GRANT SELECT, INSERT, UPDATE ON test_bank.transfer TO checkout_bank;

-- ------------------------------------------------------------ dashboard

CREATE SCHEMA dashboard;
GRANT USAGE ON SCHEMA dashboard TO checkout_dashboard, checkout_dashboard_system;

-- Arabic and Hebrew names are found with and without points, vowel signs and hamzas, and texts without their invisible characters.
-- `foldText` of lib/domain contains the same lists.
CREATE FUNCTION dashboard.fold_text(told text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT AS $$
  -- Most texts are plain letters, of one byte each: the rest is for the others.
  SELECT CASE WHEN octet_length(told) = char_length(told) THEN translate(lower(told COLLATE "C"), '`', '''') ELSE
    replace(replace(replace(replace(translate(
      lower(regexp_replace(normalize(replace(told, '´', ''''), NFKD),
        '[\u0300-\u036F\u0591-\u05BD\u05BF-\u05C7\u0610-\u061A\u0640\u064B-\u065F\u0670\u06D6-\u06DC\u06DF-\u06E4\u06E7\u06E8\u06EA-\u06ED\u00AD\u061C\u180E\u200B-\u200F\u202A-\u202E\u2060-\u2064\u2066-\u206F\uFEFF]',
        '', 'g') COLLATE "C"),
      'ΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩςАБВГДЕЖЗИКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯЄІҐЂЉЊЋЏЅЈØøŁłĐđÐðĦħŦŧıÆŒÞẞ’‘‛ʼ`′“”„‟«»‐‒–—−' || U&'\05BE\0649\0629\0671\06CC\06A9',
      'αβγδεζηθικλμνξοπρστυφχψωσабвгдежзиклмнопрстуфхцчшщъыьэюяєіґђљњћџѕјoollddddhhttiæœþß''''''''''''""""""-----' || U&'-\064A\0647\0627\064A\0643'
    ), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th'), 'ß', 'ss')
  END
$$;
REVOKE ALL ON FUNCTION dashboard.fold_text(text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION dashboard.fold_text(text) TO checkout_dashboard, checkout_dashboard_system;

-- The references that a merchant gave to a link: the values of its metadata, without the dashboard's own mark.
CREATE FUNCTION dashboard.reference_text(snapshot jsonb) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT AS $$
  SELECT coalesce(string_agg(value, E'\n' ORDER BY key), '')
  FROM jsonb_each_text(CASE jsonb_typeof(snapshot -> 'metadata') WHEN 'object' THEN snapshot -> 'metadata' ELSE '{}' END)
  WHERE key <> 'dashboard_form'
$$;
REVOKE ALL ON FUNCTION dashboard.reference_text(jsonb) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION dashboard.reference_text(jsonb) TO checkout_dashboard, checkout_dashboard_system;

CREATE FUNCTION dashboard.set_day_zone() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.day_zone := dashboard.known_zone(NEW.account ->> 'timezone');
  RETURN NEW;
END $$;
REVOKE ALL ON FUNCTION dashboard.set_day_zone() FROM PUBLIC;

-- Appends what a statement changed; an upsert fires two triggers, one of them without rows. Rows of a connection that is being removed join nothing.
CREATE FUNCTION dashboard.append_payment_days() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    PERFORM dashboard.share_payment_days(connection_id) FROM (SELECT DISTINCT connection_id FROM new_rows ORDER BY 1) AS c;
    IF NOT FOUND THEN RETURN NULL; END IF;
    INSERT INTO dashboard.payment_day (connection_id, day, status, currency, payments, amount_minor)
      SELECT c.id, (r.created_at AT TIME ZONE c.day_zone)::date, r.status, r.currency, count(*), sum(r.amount_minor)
      FROM new_rows r JOIN dashboard.connection c ON c.id = r.connection_id GROUP BY 1, 2, 3, 4;
  ELSIF TG_OP = 'DELETE' THEN
    PERFORM dashboard.share_payment_days(connection_id) FROM (SELECT DISTINCT connection_id FROM old_rows ORDER BY 1) AS c;
    IF NOT FOUND THEN RETURN NULL; END IF;
    INSERT INTO dashboard.payment_day (connection_id, day, status, currency, payments, amount_minor)
      SELECT c.id, (r.created_at AT TIME ZONE c.day_zone)::date, r.status, r.currency, -count(*), -sum(r.amount_minor)
      FROM old_rows r JOIN dashboard.connection c ON c.id = r.connection_id GROUP BY 1, 2, 3, 4;
  ELSE
    PERFORM dashboard.share_payment_days(connection_id) FROM (SELECT DISTINCT connection_id FROM old_rows ORDER BY 1) AS c;
    IF NOT FOUND THEN RETURN NULL; END IF;
    INSERT INTO dashboard.payment_day (connection_id, day, status, currency, payments, amount_minor)
      SELECT c.id, (r.created_at AT TIME ZONE c.day_zone)::date, r.status, r.currency, sum(r.payments), sum(r.amount_minor)
      FROM (
        SELECT connection_id, created_at, status, currency, 1 AS payments, amount_minor::numeric FROM new_rows
        UNION ALL
        SELECT connection_id, created_at, status, currency, -1, -amount_minor::numeric FROM old_rows
      ) AS r JOIN dashboard.connection c ON c.id = r.connection_id
      GROUP BY 1, 2, 3, 4 HAVING sum(r.payments) <> 0 OR sum(r.amount_minor) <> 0;
  END IF;
  RETURN NULL;
END $$;
REVOKE ALL ON FUNCTION dashboard.append_payment_days() FROM PUBLIC;

-- Counts a connection's payments anew under its new zone. Writers wait for the end of the transaction and then use that zone.
CREATE FUNCTION dashboard.rebuild_payment_days() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(hashtext('dashboard.payment_day'), hashtext(NEW.id));
  DELETE FROM dashboard.payment_day WHERE connection_id = NEW.id;
  INSERT INTO dashboard.payment_day (connection_id, day, status, currency, payments, amount_minor, folded)
    SELECT NEW.id, (created_at AT TIME ZONE NEW.day_zone)::date, status, currency, count(*), sum(amount_minor), true
    FROM dashboard.mirror_payment WHERE connection_id = NEW.id GROUP BY 1, 2, 3, 4;
  RETURN NULL;
END $$;
REVOKE ALL ON FUNCTION dashboard.rebuild_payment_days() FROM PUBLIC;

-- Last day of a saved card's month, as `cardState` reads the expiry; 9999-12-31 for a card whose expiry is no month, null
-- without a card. The host's text is checked before it is cast, so that no odd expiry stops a write.
CREATE FUNCTION dashboard.card_end(snapshot jsonb) RETURNS date LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT AS $$
  SELECT CASE
    WHEN jsonb_typeof(snapshot -> 'card') IS DISTINCT FROM 'object' THEN NULL
    WHEN snapshot -> 'card' ->> 'expiry' ~ '^(0?[1-9]|1[0-2])/(20)?[0-9]{2}$' THEN
      (make_date(2000 + right(snapshot -> 'card' ->> 'expiry', 2)::integer,
        split_part(snapshot -> 'card' ->> 'expiry', '/', 1)::integer, 1) + interval '1 month - 1 day')::date
    ELSE date '9999-12-31'
  END
$$;
REVOKE ALL ON FUNCTION dashboard.card_end(jsonb) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION dashboard.card_end(jsonb) TO checkout_dashboard, checkout_dashboard_system;

-- A refused act is evidence as much as one that was done. Only an intent of a call is tried again: the entry then holds the earlier
-- try, and its time never goes back. What was written finished (sign-ins, members, passwords) never changes.
CREATE FUNCTION dashboard.refuse_audit_update() RETURNS trigger LANGUAGE plpgsql SET search_path TO 'pg_catalog', 'pg_temp' AS $$
DECLARE
  is_fixed boolean := (NEW.team_id, NEW.id, NEW.action) IS NOT DISTINCT FROM (OLD.team_id, OLD.id, OLD.action)
    AND (NEW.connection_id IS NULL OR NEW.connection_id IS NOT DISTINCT FROM OLD.connection_id);
  is_same_act boolean := (NEW.user_id, NEW.address, NEW.created_at) IS NOT DISTINCT FROM (OLD.user_id, OLD.address, OLD.created_at);
  is_same_outcome boolean := (NEW.object_id, NEW.outcome, NEW.finished_at) IS NOT DISTINCT FROM (OLD.object_id, OLD.outcome, OLD.finished_at)
    AND NEW.details - 'account' = OLD.details - 'account'
    AND (NOT OLD.details ? 'account' OR NEW.details -> 'account' = OLD.details -> 'account');
  -- Written by one statement, with its outcome.
  is_final boolean := OLD.outcome = 'done' OR OLD.action ~ '^(session|user|team)[.]';
  is_later boolean := NEW.created_at >= OLD.created_at;
  keeps_earlier boolean := OLD.outcome <> 'failed' OR NEW.details #> '{earlier}' @> OLD.details;
BEGIN
  IF is_fixed AND is_same_act AND is_same_outcome THEN RETURN NEW; END IF;
  IF is_fixed AND NOT is_final AND is_same_act THEN RETURN NEW; END IF;
  IF is_fixed AND NOT is_final AND NEW.outcome = 'intent' AND is_later AND keeps_earlier THEN RETURN NEW; END IF;
  RAISE EXCEPTION 'an audit entry is never changed' USING ERRCODE = 'insufficient_privilege';
END $$;

CREATE FUNCTION dashboard.refuse_audit_removal() RETURNS trigger LANGUAGE plpgsql SET search_path TO 'pg_catalog', 'pg_temp' AS $$
BEGIN
  IF pg_has_role(current_user, (SELECT relowner FROM pg_class WHERE oid = TG_RELID), 'USAGE') THEN
    RETURN NULL;
  END IF;
  RAISE EXCEPTION 'an audit entry is never deleted' USING ERRCODE = 'insufficient_privilege';
END $$;

-- Each three characters in a row of a text, under a short mark of its connection. The line's end after the text lets two characters
-- be looked for as the beginning of three. No extension and no locale is needed. Hosts may send texts of megabytes: what lies behind the
-- first 2,000 characters is not in the index.
CREATE FUNCTION dashboard.search_grams(connection_id text, searched text)
  RETURNS tsvector
  LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT COST 500 AS $$
  SELECT array_to_tsvector(ARRAY(
    SELECT mark || substr(line, at, 3)
    -- Computed once, not at each character.
    FROM (SELECT right(connection_id, 6) AS mark, left(searched, 2000) || E'\n' AS line OFFSET 0) AS once, generate_series(1, char_length(line) - 2) AS at
  ))
$$;
REVOKE ALL ON FUNCTION dashboard.search_grams(text,text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION dashboard.search_grams(text,text) TO checkout_dashboard, checkout_dashboard_system;

-- Rows of a connection that is being removed join nothing.
CREATE FUNCTION dashboard.append_mirror_size() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO dashboard.stored_size (connection_id, kind, objects, bytes)
      SELECT connection_id, 'mirror', count(*), sum(octet_length(snapshot::text)) FROM new_rows GROUP BY 1;
  ELSIF TG_OP = 'DELETE' THEN
    INSERT INTO dashboard.stored_size (connection_id, kind, objects, bytes)
      SELECT c.id, 'mirror', -count(*), -sum(octet_length(r.snapshot::text))
      FROM old_rows r JOIN dashboard.connection c ON c.id = r.connection_id GROUP BY 1;
  ELSE
    INSERT INTO dashboard.stored_size (connection_id, kind, objects, bytes)
      SELECT connection_id, 'mirror', 0, sum(bytes) FROM (
        SELECT connection_id, octet_length(snapshot::text) AS bytes FROM new_rows
        UNION ALL SELECT connection_id, -octet_length(snapshot::text) FROM old_rows
      ) AS r GROUP BY 1 HAVING sum(bytes) <> 0;
  END IF;
  RETURN NULL;
END $$;
REVOKE ALL ON FUNCTION dashboard.append_mirror_size() FROM PUBLIC;

CREATE FUNCTION dashboard.append_event_size() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO dashboard.stored_size (connection_id, kind, objects, bytes)
      SELECT connection_id, 'events', count(*), sum(octet_length(body)) FROM new_rows GROUP BY 1;
  ELSE
    INSERT INTO dashboard.stored_size (connection_id, kind, objects, bytes)
      SELECT c.id, 'events', -count(*), -sum(octet_length(r.body))
      FROM old_rows r JOIN dashboard.connection c ON c.id = r.connection_id GROUP BY 1;
  END IF;
  RETURN NULL;
END $$;
REVOKE ALL ON FUNCTION dashboard.append_event_size() FROM PUBLIC;

CREATE TABLE dashboard."user" (
  id text NOT NULL,
  email text NOT NULL,
  name text NOT NULL,
  password_hash text NOT NULL,
  session_version integer NOT NULL DEFAULT 1,
  created_at timestamptz(3) NOT NULL,
  email_verified_at timestamptz(3),
  totp_sealed text,
  totp_confirmed_at timestamptz(3),
  -- Time step of the newest code that was accepted: no code counts twice.
  totp_last_step bigint,
  -- Time of an address's first verification by a password reset, until its owner has decided what to keep of what exists
  -- (docs/members.md: E-mail address); null = nothing to decide.
  review_since timestamptz(3),
  PRIMARY KEY (id)
);
CREATE UNIQUE INDEX user_email_key ON dashboard."user" (email);
ALTER TABLE dashboard."user" ENABLE ROW LEVEL SECURITY;
CREATE POLICY everybody ON dashboard."user" TO checkout_dashboard_system USING (true);
GRANT SELECT, INSERT, UPDATE, DELETE ON dashboard."user" TO checkout_dashboard_system;

CREATE TABLE dashboard.team (
  id text NOT NULL,
  name text NOT NULL,
  created_at timestamptz(3) NOT NULL,
  PRIMARY KEY (id)
);
ALTER TABLE dashboard.team ENABLE ROW LEVEL SECURITY;
CREATE POLICY everybody ON dashboard.team TO checkout_dashboard_system USING (true);
GRANT SELECT, INSERT, UPDATE, DELETE ON dashboard.team TO checkout_dashboard_system;

CREATE TABLE dashboard.connection (
  id text NOT NULL,
  team_id text NOT NULL,
  base_url text NOT NULL,
  api_key_sealed text,
  api_key_last4 text NOT NULL,
  account jsonb NOT NULL,
  created_at timestamptz(3) NOT NULL,
  last_event_at timestamptz(3),
  -- While somebody has a page open, the worker looks every few seconds for what no event tells.
  -- `watched_at`: when a page last said that it is open. `look_due_at`: not before this instant is the next look.
  watched_at timestamptz(3),
  look_due_at timestamptz(3),
  slug text NOT NULL,
  -- A disconnected account keeps its mirror and has no key: nothing calls its host, and no event is accepted.
  disconnected_at timestamptz(3),
  -- The host's last answer to GET /balance: no event reports a balance.
  balance jsonb,
  balance_at timestamptz(3),
  -- The last delivery that was refused, and why: its sender is unknown, so that nothing else of it is kept.
  refused_at timestamptz(3),
  refused_reason text,
  -- A host that refuses calls or is away gets no background call before `calls_paused_until`, then one.
  calls_paused_until timestamptz(3),
  calls_paused_by text,
  -- Failures in a row.
  call_failures integer NOT NULL DEFAULT 0,
  -- Zone of the account's calendar days, from the account as the host last answered it.
  day_zone text NOT NULL DEFAULT 'UTC',
  -- Difference of a host's clock from ours as of its last response, and as of a charge's first call: a host's instants are compared on its
  -- own clock.
  clock_ahead_ms bigint NOT NULL DEFAULT 0,
  -- When the rows from before the triggers of `stored_size` were counted; the worker does it once, beside the writers.
  sizes_counted_at timestamptz(3),
  -- True while the connections of its team together are above the team's quota; a tenant sees only its own sizes.
  is_team_full boolean NOT NULL DEFAULT false,
  PRIMARY KEY (id),
  FOREIGN KEY (team_id) REFERENCES dashboard.team (id) ON UPDATE CASCADE ON DELETE CASCADE,
  CONSTRAINT connection_calls_paused_by CHECK (calls_paused_by IN ('rate_limited', 'refused', 'blocked', 'away')),
  CONSTRAINT connection_key CHECK ((disconnected_at IS NULL) = (api_key_sealed IS NOT NULL)),
  CONSTRAINT connection_refused_reason CHECK (refused_reason IN ('bad_signature', 'bad_event'))
);
-- The same account of the same host is one connection: a second key for it replaces the first.
CREATE UNIQUE INDEX connection_account_once ON dashboard.connection (team_id, base_url, (account ->> 'id'));
CREATE UNIQUE INDEX connection_slug_key ON dashboard.connection (slug);
CREATE INDEX connection_team ON dashboard.connection (team_id);
CREATE INDEX connection_watched ON dashboard.connection (watched_at) WHERE watched_at IS NOT NULL;
CREATE TRIGGER day_zone_of_changed BEFORE UPDATE OF account ON dashboard.connection FOR EACH ROW WHEN (((old.account ->> 'timezone'::text) IS DISTINCT FROM (new.account ->> 'timezone'::text))) EXECUTE FUNCTION dashboard.set_day_zone();
CREATE TRIGGER day_zone_of_new BEFORE INSERT ON dashboard.connection FOR EACH ROW EXECUTE FUNCTION dashboard.set_day_zone();
CREATE TRIGGER payment_days_of_zone AFTER UPDATE OF account ON dashboard.connection FOR EACH ROW WHEN ((old.day_zone IS DISTINCT FROM new.day_zone)) EXECUTE FUNCTION dashboard.rebuild_payment_days();
ALTER TABLE dashboard.connection ENABLE ROW LEVEL SECURITY;
CREATE POLICY everybody ON dashboard.connection TO checkout_dashboard_system USING (true);
CREATE POLICY tenant ON dashboard.connection TO checkout_dashboard USING (id = current_setting('app.tenant', true));
GRANT SELECT, INSERT, UPDATE, DELETE ON dashboard.connection TO checkout_dashboard, checkout_dashboard_system;

CREATE TABLE dashboard.membership (
  team_id text NOT NULL,
  user_id text NOT NULL,
  role text NOT NULL,
  created_at timestamptz(3) NOT NULL,
  last_connection_id text,
  PRIMARY KEY (team_id, user_id),
  FOREIGN KEY (last_connection_id) REFERENCES dashboard.connection (id) ON UPDATE CASCADE ON DELETE SET NULL,
  FOREIGN KEY (team_id) REFERENCES dashboard.team (id) ON UPDATE CASCADE ON DELETE CASCADE,
  FOREIGN KEY (user_id) REFERENCES dashboard."user"(id) ON UPDATE CASCADE ON DELETE CASCADE,
  CONSTRAINT membership_role CHECK (role IN ('OWNER', 'ADMIN', 'DEVELOPER', 'SUPPORT', 'ACCOUNTANT', 'VIEWER'))
);
CREATE INDEX membership_user ON dashboard.membership (user_id);
ALTER TABLE dashboard.membership ENABLE ROW LEVEL SECURITY;
CREATE POLICY everybody ON dashboard.membership TO checkout_dashboard_system USING (true);
GRANT SELECT, INSERT, UPDATE, DELETE ON dashboard.membership TO checkout_dashboard_system;

CREATE TABLE dashboard.connection_secret (
  connection_id text NOT NULL,
  id text NOT NULL,
  sealed text NOT NULL,
  created_at timestamptz(3) NOT NULL,
  retired_at timestamptz(3),
  -- The instant after which the old secret of a rotation is retired by itself.
  retires_at timestamptz(3),
  PRIMARY KEY (connection_id, id),
  FOREIGN KEY (connection_id) REFERENCES dashboard.connection (id) ON UPDATE CASCADE ON DELETE CASCADE
);
CREATE INDEX connection_secret_retires ON dashboard.connection_secret (retires_at) WHERE retires_at IS NOT NULL AND retired_at IS NULL;
ALTER TABLE dashboard.connection_secret ENABLE ROW LEVEL SECURITY;
CREATE POLICY everybody ON dashboard.connection_secret TO checkout_dashboard_system USING (true);
CREATE POLICY tenant ON dashboard.connection_secret TO checkout_dashboard USING (connection_id = current_setting('app.tenant', true));
GRANT SELECT, INSERT, UPDATE, DELETE ON dashboard.connection_secret TO checkout_dashboard, checkout_dashboard_system;

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
  -- The last instant, by the host's clock, at which an answer of the API told this row.
  confirmed_at timestamptz(3),
  -- What the payments page filters and searches by, read out of the host's own object by the database: whoever writes
  -- a row cannot forget it. Texts, because only their equality may use an index beneath row-level security.
  card_brand text GENERATED ALWAYS AS (snapshot #>> '{card,brand}') STORED,
  card_last4 text GENERATED ALWAYS AS (snapshot #>> '{card,last4}') STORED,
  authorization_code text GENERATED ALWAYS AS (snapshot ->> 'authorization_code') STORED,
  -- What a search text is looked for in. Kept, so that a search folds its own text only and compares each row once. The
  -- processor's reference is looked for whole, as the authorization code is; cut, because an index takes no long text.
  search_text text NOT NULL GENERATED ALWAYS AS (dashboard.fold_text(payer_name || E'\n' || payer_email || E'\n' || coalesce(link_title, ''))) STORED,
  processor_reference text GENERATED ALWAYS AS (left(snapshot ->> 'processor_reference', 200)) STORED,
  settlement_id text,
  -- The host's first 404 for an object: marked, it stays, because a 404 may be the host's mistake.
  missing_at timestamptz(3),
  -- Time of the report that contains a payment's settlement, by the host's clock: an older one does not take it away. Null for
  -- settlements from before this column.
  settled_at timestamptz(3),
  PRIMARY KEY (connection_id, id),
  FOREIGN KEY (connection_id) REFERENCES dashboard.connection (id) ON UPDATE CASCADE ON DELETE CASCADE
);
CREATE INDEX mirror_payment_amount ON dashboard.mirror_payment (connection_id, amount_minor, created_at DESC, id DESC);
CREATE INDEX mirror_payment_brand ON dashboard.mirror_payment (connection_id, card_brand, created_at DESC, id DESC);
CREATE INDEX mirror_payment_card ON dashboard.mirror_payment (connection_id, card_last4, created_at DESC, id DESC);
CREATE INDEX mirror_payment_code ON dashboard.mirror_payment (connection_id, authorization_code);
CREATE INDEX mirror_payment_customer ON dashboard.mirror_payment (connection_id, customer_id, created_at DESC, id DESC);
CREATE INDEX mirror_payment_link ON dashboard.mirror_payment (connection_id, link_id, created_at DESC, id DESC);
CREATE INDEX mirror_payment_list ON dashboard.mirror_payment (connection_id, created_at DESC, id DESC, status, currency, amount_minor);
CREATE INDEX mirror_payment_reference ON dashboard.mirror_payment (connection_id, processor_reference);
-- A search reads what was written since the index took its last portion in: a short portion.
CREATE INDEX mirror_payment_search ON dashboard.mirror_payment USING gin (dashboard.search_grams(connection_id, search_text)) WITH (gin_pending_list_limit = 1024);
CREATE INDEX mirror_payment_settlement ON dashboard.mirror_payment (connection_id, settlement_id, created_at DESC, id DESC);
CREATE INDEX mirror_payment_status ON dashboard.mirror_payment (connection_id, status, created_at DESC, id DESC, currency, amount_minor);
CREATE INDEX mirror_payment_unconfirmed ON dashboard.mirror_payment (connection_id) WHERE confirmed_at IS NULL;
-- Collected money without a settlement, newest first: what the available balance consists of.
CREATE INDEX mirror_payment_unsettled ON dashboard.mirror_payment (connection_id, created_at DESC, id DESC) WHERE settlement_id IS NULL AND status = 'APPROVED';
CREATE TRIGGER payment_days_of_deleted AFTER DELETE ON dashboard.mirror_payment REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION dashboard.append_payment_days();
CREATE TRIGGER payment_days_of_inserted AFTER INSERT ON dashboard.mirror_payment REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION dashboard.append_payment_days();
CREATE TRIGGER payment_days_of_updated AFTER UPDATE ON dashboard.mirror_payment REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION dashboard.append_payment_days();
CREATE TRIGGER size_of_deleted AFTER DELETE ON dashboard.mirror_payment REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION dashboard.append_mirror_size();
CREATE TRIGGER size_of_inserted AFTER INSERT ON dashboard.mirror_payment REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION dashboard.append_mirror_size();
CREATE TRIGGER size_of_updated AFTER UPDATE ON dashboard.mirror_payment REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION dashboard.append_mirror_size();
ALTER TABLE dashboard.mirror_payment ENABLE ROW LEVEL SECURITY;
CREATE POLICY everybody ON dashboard.mirror_payment TO checkout_dashboard_system USING (true);
CREATE POLICY tenant ON dashboard.mirror_payment TO checkout_dashboard USING (connection_id = current_setting('app.tenant', true));
GRANT SELECT, INSERT, UPDATE, DELETE ON dashboard.mirror_payment TO checkout_dashboard, checkout_dashboard_system;

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
  confirmed_at timestamptz(3),
  search_text text NOT NULL GENERATED ALWAYS AS (dashboard.fold_text(title || E'\n' || dashboard.reference_text(snapshot))) STORED,
  missing_at timestamptz(3),
  -- Customer of a link, for which the host made it; null where the host does not report one. A column of its own, because only
  -- the equality of a text may use an index beneath row-level security.
  customer_id text GENERATED ALWAYS AS (left(snapshot ->> 'customer_id', 255)) STORED,
  PRIMARY KEY (connection_id, id),
  FOREIGN KEY (connection_id) REFERENCES dashboard.connection (id) ON UPDATE CASCADE ON DELETE CASCADE
);
CREATE INDEX mirror_link_customer ON dashboard.mirror_link (connection_id, customer_id, created_at DESC, id DESC) WHERE customer_id IS NOT NULL;
-- Links in the order in which they end.
CREATE INDEX mirror_link_end ON dashboard.mirror_link (connection_id, status, expires_at, id);
CREATE INDEX mirror_link_list ON dashboard.mirror_link (connection_id, created_at DESC, id DESC);
CREATE INDEX mirror_link_references ON dashboard.mirror_link USING gin (dashboard.search_grams(connection_id, substr(search_text, strpos(search_text, E'\n') + 1))) WITH (gin_pending_list_limit = 1024);
CREATE INDEX mirror_link_search ON dashboard.mirror_link USING gin (dashboard.search_grams(connection_id, search_text)) WITH (gin_pending_list_limit = 1024);
CREATE INDEX mirror_link_status ON dashboard.mirror_link (connection_id, status, created_at DESC, id DESC);
CREATE INDEX mirror_link_unconfirmed ON dashboard.mirror_link (connection_id) WHERE confirmed_at IS NULL;
CREATE TRIGGER size_of_deleted AFTER DELETE ON dashboard.mirror_link REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION dashboard.append_mirror_size();
CREATE TRIGGER size_of_inserted AFTER INSERT ON dashboard.mirror_link REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION dashboard.append_mirror_size();
CREATE TRIGGER size_of_updated AFTER UPDATE ON dashboard.mirror_link REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION dashboard.append_mirror_size();
ALTER TABLE dashboard.mirror_link ENABLE ROW LEVEL SECURITY;
CREATE POLICY everybody ON dashboard.mirror_link TO checkout_dashboard_system USING (true);
CREATE POLICY tenant ON dashboard.mirror_link TO checkout_dashboard USING (connection_id = current_setting('app.tenant', true));
GRANT SELECT, INSERT, UPDATE, DELETE ON dashboard.mirror_link TO checkout_dashboard, checkout_dashboard_system;

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
  FOREIGN KEY (connection_id) REFERENCES dashboard.connection (id) ON UPDATE CASCADE ON DELETE CASCADE,
  CONSTRAINT received_event_outcome CHECK (outcome IN ('applied', 'stale', 'conflict', 'test', 'recorded'))
);
CREATE INDEX received_event_list ON dashboard.received_event (connection_id, received_at DESC);
CREATE INDEX received_event_object ON dashboard.received_event (connection_id, object_id, received_at DESC);
CREATE INDEX received_event_recorded ON dashboard.received_event (connection_id, received_at) WHERE outcome = 'recorded';
CREATE TRIGGER size_of_deleted AFTER DELETE ON dashboard.received_event REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION dashboard.append_event_size();
CREATE TRIGGER size_of_inserted AFTER INSERT ON dashboard.received_event REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION dashboard.append_event_size();
ALTER TABLE dashboard.received_event ENABLE ROW LEVEL SECURITY;
CREATE POLICY everybody ON dashboard.received_event TO checkout_dashboard_system USING (true);
CREATE POLICY tenant ON dashboard.received_event TO checkout_dashboard USING (connection_id = current_setting('app.tenant', true));
GRANT SELECT, INSERT, UPDATE, DELETE ON dashboard.received_event TO checkout_dashboard, checkout_dashboard_system;

CREATE TABLE dashboard.sync_run (
  connection_id text NOT NULL,
  id text NOT NULL,
  kind text NOT NULL,
  state text NOT NULL,
  drift integer NOT NULL DEFAULT 0,
  progress jsonb NOT NULL DEFAULT '{}',
  error text,
  started_at timestamptz(3) NOT NULL,
  finished_at timestamptz(3),
  owner text,
  lease_until timestamptz(3),
  -- What a run saw and what it mended, by noun: {"payments": 12, "customers": 3}.
  seen jsonb NOT NULL DEFAULT '{}',
  mended jsonb NOT NULL DEFAULT '{}',
  PRIMARY KEY (connection_id, id),
  FOREIGN KEY (connection_id) REFERENCES dashboard.connection (id) ON UPDATE CASCADE ON DELETE CASCADE,
  CONSTRAINT sync_run_kind CHECK (kind IN ('IMPORT', 'RECONCILE')),
  CONSTRAINT sync_run_state CHECK (state IN ('QUEUED', 'RUNNING', 'DONE', 'FAILED'))
);
CREATE INDEX sync_run_claim ON dashboard.sync_run (started_at) WHERE state IN ('QUEUED', 'RUNNING');
CREATE INDEX sync_run_list ON dashboard.sync_run (connection_id, started_at DESC);
-- One run at a time: whoever asks for another gets the one under way.
CREATE UNIQUE INDEX sync_run_one_open ON dashboard.sync_run (connection_id) WHERE state IN ('QUEUED', 'RUNNING');
ALTER TABLE dashboard.sync_run ENABLE ROW LEVEL SECURITY;
CREATE POLICY everybody ON dashboard.sync_run TO checkout_dashboard_system USING (true);
CREATE POLICY tenant ON dashboard.sync_run TO checkout_dashboard USING (connection_id = current_setting('app.tenant', true));
GRANT SELECT, INSERT, UPDATE, DELETE ON dashboard.sync_run TO checkout_dashboard, checkout_dashboard_system;

-- Around a call of the API: the intent before it, the outcome after it.
CREATE TABLE dashboard.audit_entry (
  connection_id text,
  id text NOT NULL,
  user_id text,
  action text NOT NULL,
  object_id text,
  outcome text NOT NULL,
  details jsonb NOT NULL DEFAULT '{}',
  created_at timestamptz(3) NOT NULL,
  finished_at timestamptz(3),
  -- Activity belongs to the team and outlives the connection through which something was done.
  team_id text NOT NULL,
  -- Where an act was done from; null for acts of the worker.
  address text,
  PRIMARY KEY (team_id, id),
  FOREIGN KEY (connection_id) REFERENCES dashboard.connection (id) ON UPDATE CASCADE ON DELETE SET NULL,
  FOREIGN KEY (team_id) REFERENCES dashboard.team (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  CONSTRAINT audit_entry_outcome CHECK (outcome IN ('intent', 'done', 'failed', 'unknown'))
);
CREATE INDEX audit_entry_age ON dashboard.audit_entry (created_at);
-- Members who left or were removed keep their names in the activity.
CREATE INDEX audit_entry_former_member ON dashboard.audit_entry (team_id, object_id) WHERE action IN ('team.remove_member', 'team.leave');
CREATE INDEX audit_entry_list ON dashboard.audit_entry (team_id, created_at DESC, id DESC);
-- The audit log is filtered by member, and names everybody who ever acted in the team.
CREATE INDEX audit_entry_member ON dashboard.audit_entry (team_id, user_id, created_at DESC, id DESC);
CREATE INDEX audit_entry_object ON dashboard.audit_entry (connection_id, object_id, created_at DESC, id DESC);
CREATE TRIGGER audit_entry_removal BEFORE DELETE OR TRUNCATE ON dashboard.audit_entry FOR EACH STATEMENT EXECUTE FUNCTION dashboard.refuse_audit_removal();
CREATE TRIGGER audit_entry_update BEFORE UPDATE ON dashboard.audit_entry FOR EACH ROW EXECUTE FUNCTION dashboard.refuse_audit_update();
ALTER TABLE dashboard.audit_entry ENABLE ROW LEVEL SECURITY;
CREATE POLICY everybody ON dashboard.audit_entry TO checkout_dashboard_system USING (true);
CREATE POLICY tenant ON dashboard.audit_entry TO checkout_dashboard USING (team_id = ( SELECT connection.team_id
   FROM dashboard.connection
  WHERE (connection.id = current_setting('app.tenant', true))));
GRANT SELECT, INSERT ON dashboard.audit_entry TO checkout_dashboard, checkout_dashboard_system;
GRANT UPDATE (user_id, object_id, outcome, details, created_at, finished_at, address) ON dashboard.audit_entry TO checkout_dashboard, checkout_dashboard_system;

-- An object that the mirror must ask the host for again; the row is the job and goes when it is done.
CREATE TABLE dashboard.object_fetch (
  connection_id text NOT NULL,
  noun text NOT NULL,
  object_id text NOT NULL,
  reason text NOT NULL,
  attempts integer NOT NULL DEFAULT 0,
  due_at timestamptz(3) NOT NULL,
  -- Page of GET /payments that continues a settlement whose detail is too large; empty for the first one.
  cursor text,
  -- Brent's mark over the cursors of a settlement's payments: a list that goes round is noticed across pages.
  cursor_hash text,
  cursor_count integer NOT NULL DEFAULT 0,
  PRIMARY KEY (connection_id, noun, object_id),
  FOREIGN KEY (connection_id) REFERENCES dashboard.connection (id) ON UPDATE CASCADE ON DELETE CASCADE,
  CONSTRAINT object_fetch_noun CHECK (noun IN ('payments', 'links', 'customers', 'settlements', 'balance')),
  CONSTRAINT object_fetch_reason CHECK (reason IN ('conflict', 'close_call', 'payment_of_link', 'settlement_payments', 'unreadable', 'unanswered', 'settlement_event'))
);
CREATE INDEX object_fetch_due ON dashboard.object_fetch (due_at);
CREATE INDEX object_fetch_share ON dashboard.object_fetch (connection_id, due_at NULLS FIRST) WHERE connection_id IS NOT NULL;
ALTER TABLE dashboard.object_fetch ENABLE ROW LEVEL SECURITY;
CREATE POLICY everybody ON dashboard.object_fetch TO checkout_dashboard_system USING (true);
CREATE POLICY tenant ON dashboard.object_fetch TO checkout_dashboard USING (connection_id = current_setting('app.tenant', true));
GRANT SELECT, INSERT, UPDATE, DELETE ON dashboard.object_fetch TO checkout_dashboard, checkout_dashboard_system;

-- Failed tries by the hash of an address or of an account's e-mail, in one window of time.
CREATE TABLE dashboard.sign_in_attempt (
  subject bytea NOT NULL,
  tries integer NOT NULL,
  window_ends_at timestamptz(3) NOT NULL,
  PRIMARY KEY (subject)
);
CREATE INDEX sign_in_attempt_window ON dashboard.sign_in_attempt (window_ends_at);
ALTER TABLE dashboard.sign_in_attempt ENABLE ROW LEVEL SECURITY;
CREATE POLICY everybody ON dashboard.sign_in_attempt TO checkout_dashboard_system USING (true);
GRANT SELECT, INSERT, UPDATE, DELETE ON dashboard.sign_in_attempt TO checkout_dashboard_system;

-- What a merchant did with a link's address here. It says what was done, never that anything arrived.
CREATE TABLE dashboard.share_trace (
  connection_id text NOT NULL,
  id text NOT NULL,
  link_id text NOT NULL,
  user_id text,
  channel text NOT NULL,
  created_at timestamptz(3) NOT NULL,
  PRIMARY KEY (connection_id, id),
  FOREIGN KEY (connection_id) REFERENCES dashboard.connection (id) ON UPDATE CASCADE ON DELETE CASCADE,
  CONSTRAINT share_trace_channel CHECK (channel IN ('copied', 'qr_png', 'qr_svg', 'whatsapp', 'email', 'sms', 'share_sheet', 'opened'))
);
CREATE INDEX share_trace_link ON dashboard.share_trace (connection_id, link_id, created_at DESC);
ALTER TABLE dashboard.share_trace ENABLE ROW LEVEL SECURITY;
CREATE POLICY everybody ON dashboard.share_trace TO checkout_dashboard_system USING (true);
CREATE POLICY tenant ON dashboard.share_trace TO checkout_dashboard USING (connection_id = current_setting('app.tenant', true));
GRANT SELECT, INSERT, UPDATE, DELETE ON dashboard.share_trace TO checkout_dashboard, checkout_dashboard_system;

-- A cancel that waits out its seconds of regret; the worker carries it out, whatever became of the tab (docs/links.md).
CREATE TABLE dashboard.link_cancel (
  connection_id text NOT NULL,
  id text NOT NULL,
  link_id text NOT NULL,
  user_id text,
  state text NOT NULL,
  attempts integer NOT NULL DEFAULT 0,
  problem text,
  asked_at timestamptz(3) NOT NULL,
  due_at timestamptz(3) NOT NULL,
  finished_at timestamptz(3),
  owner text,
  lease_until timestamptz(3),
  PRIMARY KEY (connection_id, id),
  FOREIGN KEY (connection_id) REFERENCES dashboard.connection (id) ON UPDATE CASCADE ON DELETE CASCADE,
  CONSTRAINT link_cancel_finished CHECK ((state IN ('WAITING', 'RUNNING')) = (finished_at IS NULL)),
  CONSTRAINT link_cancel_owned CHECK ((state = 'RUNNING') = (owner IS NOT NULL AND lease_until IS NOT NULL)),
  CONSTRAINT link_cancel_state CHECK (state IN ('WAITING', 'RUNNING', 'DONE', 'UNDONE', 'FAILED'))
);
CREATE INDEX link_cancel_due ON dashboard.link_cancel (due_at) WHERE state IN ('WAITING', 'RUNNING');
CREATE INDEX link_cancel_link ON dashboard.link_cancel (connection_id, link_id, asked_at DESC);
-- Two tabs, one cancel: whoever asks again gets the one that waits.
CREATE UNIQUE INDEX link_cancel_one_open ON dashboard.link_cancel (connection_id, link_id) WHERE state IN ('WAITING', 'RUNNING');
CREATE INDEX link_cancel_share ON dashboard.link_cancel (connection_id, due_at NULLS FIRST) WHERE state IN ('WAITING', 'RUNNING');
ALTER TABLE dashboard.link_cancel ENABLE ROW LEVEL SECURITY;
CREATE POLICY everybody ON dashboard.link_cancel TO checkout_dashboard_system USING (true);
CREATE POLICY tenant ON dashboard.link_cancel TO checkout_dashboard USING (connection_id = current_setting('app.tenant', true));
GRANT SELECT, INSERT, UPDATE, DELETE ON dashboard.link_cancel TO checkout_dashboard, checkout_dashboard_system;

-- Many links made from one table of rows; the batch is the job, its rows tell how far it is (docs/links.md).
CREATE TABLE dashboard.link_batch (
  connection_id text NOT NULL,
  id text NOT NULL,
  user_id text,
  name text NOT NULL,
  state text NOT NULL,
  total integer NOT NULL,
  tries integer NOT NULL DEFAULT 0,
  problem text,
  created_at timestamptz(3) NOT NULL,
  finished_at timestamptz(3),
  owner text,
  lease_until timestamptz(3),
  PRIMARY KEY (connection_id, id),
  FOREIGN KEY (connection_id) REFERENCES dashboard.connection (id) ON UPDATE CASCADE ON DELETE CASCADE,
  CONSTRAINT link_batch_finished CHECK ((state = 'DONE') = (finished_at IS NOT NULL)),
  CONSTRAINT link_batch_owned CHECK ((state = 'RUNNING') = (owner IS NOT NULL)),
  CONSTRAINT link_batch_state CHECK (state IN ('QUEUED', 'RUNNING', 'STOPPED', 'DONE'))
);
CREATE INDEX link_batch_claim ON dashboard.link_batch (lease_until) WHERE state IN ('QUEUED', 'RUNNING');
CREATE INDEX link_batch_list ON dashboard.link_batch (connection_id, created_at DESC);
CREATE INDEX link_batch_share ON dashboard.link_batch (connection_id) WHERE state IN ('QUEUED', 'RUNNING');
ALTER TABLE dashboard.link_batch ENABLE ROW LEVEL SECURITY;
CREATE POLICY everybody ON dashboard.link_batch TO checkout_dashboard_system USING (true);
CREATE POLICY tenant ON dashboard.link_batch TO checkout_dashboard USING (connection_id = current_setting('app.tenant', true));
GRANT SELECT, INSERT, UPDATE, DELETE ON dashboard.link_batch TO checkout_dashboard, checkout_dashboard_system;

CREATE TABLE dashboard.link_batch_row (
  connection_id text NOT NULL,
  batch_id text NOT NULL,
  position integer NOT NULL,
  body jsonb NOT NULL,
  state text NOT NULL,
  link_id text,
  url text,
  problem text,
  PRIMARY KEY (connection_id, batch_id, "position"),
  FOREIGN KEY (connection_id, batch_id) REFERENCES dashboard.link_batch (connection_id, id) ON UPDATE CASCADE ON DELETE CASCADE,
  CONSTRAINT link_batch_row_link CHECK ((state = 'DONE') = (link_id IS NOT NULL AND url IS NOT NULL)),
  CONSTRAINT link_batch_row_state CHECK (state IN ('WAITING', 'DONE', 'FAILED'))
);
ALTER TABLE dashboard.link_batch_row ENABLE ROW LEVEL SECURITY;
CREATE POLICY everybody ON dashboard.link_batch_row TO checkout_dashboard_system USING (true);
CREATE POLICY tenant ON dashboard.link_batch_row TO checkout_dashboard USING (connection_id = current_setting('app.tenant', true));
GRANT SELECT, INSERT, UPDATE, DELETE ON dashboard.link_batch_row TO checkout_dashboard, checkout_dashboard_system;

-- The filters of a list that one member keeps under a name.
CREATE TABLE dashboard.saved_view (
  connection_id text NOT NULL,
  id text NOT NULL,
  user_id text NOT NULL,
  list text NOT NULL,
  name text NOT NULL,
  query text NOT NULL,
  created_at timestamptz(3) NOT NULL,
  PRIMARY KEY (connection_id, id),
  FOREIGN KEY (connection_id) REFERENCES dashboard.connection (id) ON UPDATE CASCADE ON DELETE CASCADE,
  CONSTRAINT saved_view_list CHECK (list IN ('links', 'payments', 'customers'))
);
CREATE UNIQUE INDEX saved_view_name ON dashboard.saved_view (connection_id, user_id, list, name);
ALTER TABLE dashboard.saved_view ENABLE ROW LEVEL SECURITY;
CREATE POLICY everybody ON dashboard.saved_view TO checkout_dashboard_system USING (true);
CREATE POLICY tenant ON dashboard.saved_view TO checkout_dashboard USING (connection_id = current_setting('app.tenant', true));
GRANT SELECT, INSERT, UPDATE, DELETE ON dashboard.saved_view TO checkout_dashboard, checkout_dashboard_system;

-- A slug is never another account's: a page that is still open under it must not act there.
CREATE TABLE dashboard.retired_slug (
  slug text NOT NULL,
  team_id text NOT NULL,
  base_url text NOT NULL,
  account_id text NOT NULL,
  PRIMARY KEY (slug)
);
ALTER TABLE dashboard.retired_slug ENABLE ROW LEVEL SECURITY;
CREATE POLICY everybody ON dashboard.retired_slug TO checkout_dashboard_system USING (true);
GRANT SELECT, INSERT, UPDATE, DELETE ON dashboard.retired_slug TO checkout_dashboard_system;

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
  search_text text NOT NULL GENERATED ALWAYS AS (dashboard.fold_text(((((name || '
') || COALESCE(email, '')) || '
') || COALESCE(external_ref, '')))) STORED,
  missing_at timestamptz(3),
  card_end date GENERATED ALWAYS AS (dashboard.card_end(snapshot)) STORED,
  -- A phone's digits from the last to the first: numbers that end alike lie beside each other. Bytewise, so that a range is a prefix.
  phone_reversed text COLLATE "C" GENERATED ALWAYS AS (reverse(phone_digits)) STORED,
  PRIMARY KEY (connection_id, id),
  FOREIGN KEY (connection_id) REFERENCES dashboard.connection (id) ON UPDATE CASCADE ON DELETE CASCADE
);
CREATE INDEX mirror_customer_card ON dashboard.mirror_customer (connection_id, card_end);
CREATE INDEX mirror_customer_last4 ON dashboard.mirror_customer (connection_id, card_last4);
CREATE INDEX mirror_customer_list ON dashboard.mirror_customer (connection_id, created_at DESC, id DESC);
CREATE INDEX mirror_customer_phone ON dashboard.mirror_customer (connection_id, phone_digits);
CREATE INDEX mirror_customer_phone_end ON dashboard.mirror_customer (connection_id, phone_reversed);
CREATE INDEX mirror_customer_phone_part ON dashboard.mirror_customer USING gin (dashboard.search_grams(connection_id, phone_digits)) WITH (gin_pending_list_limit = 1024);
CREATE INDEX mirror_customer_reference ON dashboard.mirror_customer (connection_id, external_ref);
CREATE INDEX mirror_customer_search ON dashboard.mirror_customer USING gin (dashboard.search_grams(connection_id, search_text)) WITH (gin_pending_list_limit = 1024);
CREATE INDEX mirror_customer_status ON dashboard.mirror_customer (connection_id, status, created_at DESC, id DESC);
CREATE TRIGGER size_of_deleted AFTER DELETE ON dashboard.mirror_customer REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION dashboard.append_mirror_size();
CREATE TRIGGER size_of_inserted AFTER INSERT ON dashboard.mirror_customer REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION dashboard.append_mirror_size();
CREATE TRIGGER size_of_updated AFTER UPDATE ON dashboard.mirror_customer REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION dashboard.append_mirror_size();
ALTER TABLE dashboard.mirror_customer ENABLE ROW LEVEL SECURITY;
CREATE POLICY everybody ON dashboard.mirror_customer TO checkout_dashboard_system USING (true);
CREATE POLICY tenant ON dashboard.mirror_customer TO checkout_dashboard USING (connection_id = current_setting('app.tenant', true));
GRANT SELECT, INSERT, UPDATE, DELETE ON dashboard.mirror_customer TO checkout_dashboard, checkout_dashboard_system;

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
  missing_at timestamptz(3),
  PRIMARY KEY (connection_id, id),
  FOREIGN KEY (connection_id) REFERENCES dashboard.connection (id) ON UPDATE CASCADE ON DELETE CASCADE
);
-- Statements add up whole histories: one index has every number that they need, so that no row is read for it.
CREATE INDEX mirror_settlement_books ON dashboard.mirror_settlement (connection_id, created_at, id, status, currency, gross_minor, fee_minor, net_minor, payment_count, period_start, paid_at, missing_at);
CREATE INDEX mirror_settlement_left ON dashboard.mirror_settlement (connection_id, paid_at, created_at);
CREATE INDEX mirror_settlement_list ON dashboard.mirror_settlement (connection_id, created_at DESC, id DESC);
CREATE INDEX mirror_settlement_net ON dashboard.mirror_settlement (connection_id, net_minor);
-- Searches by a transfer's reference and by an exact net amount.
CREATE INDEX mirror_settlement_reference ON dashboard.mirror_settlement (connection_id, reference);
CREATE INDEX mirror_settlement_status ON dashboard.mirror_settlement (connection_id, status, created_at DESC, id DESC);
CREATE TRIGGER size_of_deleted AFTER DELETE ON dashboard.mirror_settlement REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION dashboard.append_mirror_size();
CREATE TRIGGER size_of_inserted AFTER INSERT ON dashboard.mirror_settlement REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION dashboard.append_mirror_size();
CREATE TRIGGER size_of_updated AFTER UPDATE ON dashboard.mirror_settlement REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION dashboard.append_mirror_size();
ALTER TABLE dashboard.mirror_settlement ENABLE ROW LEVEL SECURITY;
CREATE POLICY everybody ON dashboard.mirror_settlement TO checkout_dashboard_system USING (true);
CREATE POLICY tenant ON dashboard.mirror_settlement TO checkout_dashboard USING (connection_id = current_setting('app.tenant', true));
GRANT SELECT, INSERT, UPDATE, DELETE ON dashboard.mirror_settlement TO checkout_dashboard, checkout_dashboard_system;

-- Import of each noun: begun where a row exists, finished where it has `done_at`, else continued after `cursor`.
CREATE TABLE dashboard.noun_import (
  connection_id text NOT NULL,
  noun text NOT NULL,
  cursor text,
  done_at timestamptz(3),
  -- How far an import is: objects so far, and the creation of the first and of the latest one that its list contained.
  seen integer NOT NULL DEFAULT 0,
  started_at timestamptz(3),
  first_created_at timestamptz(3),
  last_created_at timestamptz(3),
  PRIMARY KEY (connection_id, noun),
  FOREIGN KEY (connection_id) REFERENCES dashboard.connection (id) ON UPDATE CASCADE ON DELETE CASCADE,
  CONSTRAINT noun_import_noun CHECK (noun IN ('payments', 'links', 'customers', 'settlements'))
);
ALTER TABLE dashboard.noun_import ENABLE ROW LEVEL SECURITY;
CREATE POLICY everybody ON dashboard.noun_import TO checkout_dashboard_system USING (true);
CREATE POLICY tenant ON dashboard.noun_import TO checkout_dashboard USING (connection_id = current_setting('app.tenant', true));
GRANT SELECT, INSERT, UPDATE, DELETE ON dashboard.noun_import TO checkout_dashboard, checkout_dashboard_system;

-- Objects of the host that cannot be parsed or written, so that one odd object never stops the others. A row leaves when the
-- object is written after all, or when the host does not know it.
CREATE TABLE dashboard.quarantined_object (
  connection_id text NOT NULL,
  noun text NOT NULL,
  -- The host's id, or `sha256:` and a hash of the object where it has none.
  object_id text NOT NULL,
  -- The object as it came; null where Postgres cannot hold it.
  raw jsonb,
  reason text NOT NULL,
  source text NOT NULL,
  first_at timestamptz(3) NOT NULL,
  -- The newest report of the object.
  last_at timestamptz(3) NOT NULL,
  -- Comparisons that tried it again in vain.
  tries integer NOT NULL DEFAULT 0,
  -- The first 404 of the host for a quarantined object: only a second, later one ends its quarantine.
  missing_at timestamptz(3),
  PRIMARY KEY (connection_id, noun, object_id),
  FOREIGN KEY (connection_id) REFERENCES dashboard.connection (id) ON UPDATE CASCADE ON DELETE CASCADE,
  CONSTRAINT quarantined_object_noun CHECK (noun IN ('payments', 'links', 'customers', 'settlements')),
  CONSTRAINT quarantined_object_source CHECK (source IN ('list', 'event', 'fetch'))
);
CREATE INDEX quarantined_object_newest ON dashboard.quarantined_object (connection_id, last_at DESC);
ALTER TABLE dashboard.quarantined_object ENABLE ROW LEVEL SECURITY;
CREATE POLICY everybody ON dashboard.quarantined_object TO checkout_dashboard_system USING (true);
CREATE POLICY tenant ON dashboard.quarantined_object TO checkout_dashboard USING (connection_id = current_setting('app.tenant', true));
GRANT SELECT, INSERT, UPDATE, DELETE ON dashboard.quarantined_object TO checkout_dashboard, checkout_dashboard_system;

-- Payments by day, status and currency, so that pages count and sum without a scan. Rows are differences that triggers of
-- the mirror append: no writer waits for another one's row, readers add up, and the worker folds them (fold_payment_days).
CREATE TABLE dashboard.payment_day (
  connection_id text NOT NULL,
  -- Calendar day in `connection.day_zone`.
  day date NOT NULL,
  id bigint GENERATED BY DEFAULT AS IDENTITY,
  status text NOT NULL,
  currency text NOT NULL,
  payments integer NOT NULL,
  -- One absurd amount fills a bigint: the sum of two must not refuse a payment.
  amount_minor numeric(38,0) NOT NULL,
  folded boolean NOT NULL DEFAULT false,
  PRIMARY KEY (connection_id, day, id),
  FOREIGN KEY (connection_id) REFERENCES dashboard.connection (id) ON UPDATE CASCADE ON DELETE CASCADE
);
CREATE INDEX payment_day_unfolded ON dashboard.payment_day (connection_id) WHERE NOT folded;
ALTER TABLE dashboard.payment_day ENABLE ROW LEVEL SECURITY;
CREATE POLICY everybody ON dashboard.payment_day TO checkout_dashboard_system USING (true);
CREATE POLICY tenant ON dashboard.payment_day TO checkout_dashboard USING (connection_id = current_setting('app.tenant', true));
GRANT SELECT, INSERT, UPDATE, DELETE ON dashboard.payment_day TO checkout_dashboard, checkout_dashboard_system;

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
  clock_ahead_ms bigint,
  PRIMARY KEY (connection_id, id),
  FOREIGN KEY (connection_id) REFERENCES dashboard.connection (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  CONSTRAINT charge_finished CHECK ((state IN ('PAID', 'LINKED', 'DECLINED', 'RELEASED', 'GIVEN_UP', 'DISCARDED')) = (finished_at IS NOT NULL)),
  CONSTRAINT charge_linked CHECK (state <> 'LINKED' OR (way = 'LINK' AND link_id IS NOT NULL)),
  CONSTRAINT charge_paid CHECK (state <> 'PAID' OR (way = 'CARD' AND payment_id IS NOT NULL)),
  CONSTRAINT charge_sending CHECK (state <> 'SENDING' OR (owner IS NOT NULL AND lease_until IS NOT NULL)),
  CONSTRAINT charge_state CHECK (state IN ('DRAFT', 'SENDING', 'UNKNOWN', 'UNRESOLVED', 'PAID', 'LINKED', 'DECLINED', 'RELEASED', 'GIVEN_UP', 'DISCARDED')),
  CONSTRAINT charge_way CHECK (way IN ('CARD', 'LINK'))
);
CREATE INDEX charge_cases ON dashboard.charge (connection_id, created_at) WHERE state IN ('UNKNOWN', 'UNRESOLVED');
CREATE INDEX charge_customer ON dashboard.charge (connection_id, customer_id, created_at DESC, id DESC);
CREATE INDEX charge_due ON dashboard.charge (due_at) WHERE state IN ('SENDING', 'UNKNOWN');
CREATE UNIQUE INDEX charge_key ON dashboard.charge (connection_id, idempotency_key);
CREATE INDEX charge_link ON dashboard.charge (connection_id, link_id) WHERE link_id IS NOT NULL;
-- One customer's card is charged by one request at a time; a case that nobody has closed keeps it locked.
CREATE UNIQUE INDEX charge_open_card ON dashboard.charge (connection_id, customer_id) WHERE way = 'CARD' AND state IN ('SENDING', 'UNKNOWN', 'UNRESOLVED');
CREATE INDEX charge_payment ON dashboard.charge (connection_id, payment_id) WHERE payment_id IS NOT NULL;
-- Charges that were prepared in the place of a closed case and never sent: each page counts them.
CREATE INDEX charge_prepared ON dashboard.charge (connection_id, created_at) WHERE state = 'DRAFT' AND replaces IS NOT NULL;
CREATE INDEX charge_replaces ON dashboard.charge (connection_id, replaces) WHERE replaces IS NOT NULL;
CREATE INDEX charge_share ON dashboard.charge (connection_id, due_at NULLS FIRST) WHERE state IN ('SENDING', 'UNKNOWN');
ALTER TABLE dashboard.charge ENABLE ROW LEVEL SECURITY;
CREATE POLICY everybody ON dashboard.charge TO checkout_dashboard_system USING (true);
CREATE POLICY tenant ON dashboard.charge TO checkout_dashboard USING (connection_id = current_setting('app.tenant', true));
GRANT SELECT, INSERT, UPDATE, DELETE ON dashboard.charge TO checkout_dashboard, checkout_dashboard_system;

-- A file that the worker makes of a list (docs/exports.md).
CREATE TABLE dashboard.export_job (
  connection_id text NOT NULL,
  id text NOT NULL,
  user_id text,
  kind text NOT NULL,
  -- The filters or the object, as its kind reads them.
  input jsonb NOT NULL,
  file_name text NOT NULL,
  state text NOT NULL,
  -- Rows of the moment that is read; null before.
  rows_total integer,
  rows_done integer NOT NULL DEFAULT 0,
  bytes integer,
  -- The moment whose rows the file has.
  as_of timestamptz(3),
  tries integer NOT NULL DEFAULT 0,
  problem text,
  owner text,
  lease_until timestamptz(3),
  created_at timestamptz(3) NOT NULL,
  finished_at timestamptz(3),
  expires_at timestamptz(3) NOT NULL,
  -- The account whose files have waited longest is served first.
  claimed_at timestamptz(3),
  PRIMARY KEY (connection_id, id),
  FOREIGN KEY (connection_id) REFERENCES dashboard.connection (id) ON UPDATE CASCADE ON DELETE CASCADE,
  CONSTRAINT export_job_file CHECK ((state = 'DONE') = (bytes IS NOT NULL)),
  CONSTRAINT export_job_finished CHECK ((state IN ('DONE', 'FAILED', 'CANCELLED')) = (finished_at IS NOT NULL)),
  CONSTRAINT export_job_owned CHECK ((state = 'RUNNING') = (owner IS NOT NULL)),
  CONSTRAINT export_job_state CHECK (state IN ('QUEUED', 'RUNNING', 'DONE', 'FAILED', 'CANCELLED'))
);
CREATE INDEX export_job_claim ON dashboard.export_job (lease_until) WHERE state IN ('QUEUED', 'RUNNING');
CREATE INDEX export_job_expiry ON dashboard.export_job (expires_at);
CREATE INDEX export_job_list ON dashboard.export_job (connection_id, created_at DESC, id DESC);
CREATE INDEX export_job_share ON dashboard.export_job (connection_id) WHERE state IN ('QUEUED', 'RUNNING');
ALTER TABLE dashboard.export_job ENABLE ROW LEVEL SECURITY;
CREATE POLICY everybody ON dashboard.export_job TO checkout_dashboard_system USING (true);
CREATE POLICY tenant ON dashboard.export_job TO checkout_dashboard USING (connection_id = current_setting('app.tenant', true));
GRANT SELECT, INSERT, UPDATE, DELETE ON dashboard.export_job TO checkout_dashboard, checkout_dashboard_system;

CREATE TABLE dashboard.export_file (
  connection_id text NOT NULL,
  job_id text NOT NULL,
  content bytea NOT NULL,
  PRIMARY KEY (connection_id, job_id),
  FOREIGN KEY (connection_id, job_id) REFERENCES dashboard.export_job (connection_id, id) ON UPDATE CASCADE ON DELETE CASCADE
);
ALTER TABLE dashboard.export_file ALTER COLUMN content SET STORAGE EXTERNAL;
ALTER TABLE dashboard.export_file ENABLE ROW LEVEL SECURITY;
CREATE POLICY everybody ON dashboard.export_file TO checkout_dashboard_system USING (true);
CREATE POLICY tenant ON dashboard.export_file TO checkout_dashboard USING (connection_id = current_setting('app.tenant', true));
GRANT SELECT, INSERT, UPDATE, DELETE ON dashboard.export_file TO checkout_dashboard, checkout_dashboard_system;

-- Mail of an account, sent by the worker (docs/exports.md).
CREATE TABLE dashboard.mail (
  connection_id text NOT NULL,
  id text NOT NULL,
  kind text NOT NULL,
  -- The payment or settlement that it is about.
  object_id text NOT NULL,
  -- The member who sent it; for a notice the one who receives it.
  user_id text,
  recipient text NOT NULL,
  subject text NOT NULL,
  body_text text NOT NULL,
  body_html text NOT NULL,
  state text NOT NULL,
  tries integer NOT NULL DEFAULT 0,
  next_try_at timestamptz(3),
  problem text,
  owner text,
  lease_until timestamptz(3),
  created_at timestamptz(3) NOT NULL,
  finished_at timestamptz(3),
  PRIMARY KEY (connection_id, id),
  FOREIGN KEY (connection_id) REFERENCES dashboard.connection (id) ON UPDATE CASCADE ON DELETE CASCADE,
  CONSTRAINT mail_finished CHECK ((state IN ('SENT', 'SHOWN', 'FAILED')) = (finished_at IS NOT NULL)),
  CONSTRAINT mail_kind CHECK (kind IN ('receipt', 'settlement_paid', 'security')),
  CONSTRAINT mail_owned CHECK ((state = 'SENDING') = (owner IS NOT NULL)),
  CONSTRAINT mail_state CHECK (state IN ('QUEUED', 'SENDING', 'SENT', 'SHOWN', 'FAILED'))
);
CREATE INDEX mail_age ON dashboard.mail (created_at);
-- Counts the receipts of one account within a day.
CREATE INDEX mail_day ON dashboard.mail (connection_id, created_at);
CREATE INDEX mail_due ON dashboard.mail (next_try_at) WHERE state IN ('QUEUED', 'SENDING');
CREATE INDEX mail_object ON dashboard.mail (connection_id, object_id, created_at DESC);
CREATE INDEX mail_share ON dashboard.mail (connection_id, next_try_at NULLS FIRST) WHERE state IN ('QUEUED', 'SENDING');
ALTER TABLE dashboard.mail ENABLE ROW LEVEL SECURITY;
CREATE POLICY everybody ON dashboard.mail TO checkout_dashboard_system USING (true);
CREATE POLICY tenant ON dashboard.mail TO checkout_dashboard USING (connection_id = current_setting('app.tenant', true));
GRANT SELECT, INSERT, UPDATE, DELETE ON dashboard.mail TO checkout_dashboard, checkout_dashboard_system;

-- Members who want a mail when a settlement of the account is paid.
CREATE TABLE dashboard.paid_notice (
  connection_id text NOT NULL,
  user_id text NOT NULL,
  -- Settlements paid before are not reported.
  since timestamptz(3) NOT NULL,
  PRIMARY KEY (connection_id, user_id),
  FOREIGN KEY (connection_id) REFERENCES dashboard.connection (id) ON UPDATE CASCADE ON DELETE CASCADE,
  FOREIGN KEY (user_id) REFERENCES dashboard."user"(id) ON UPDATE CASCADE ON DELETE CASCADE
);
ALTER TABLE dashboard.paid_notice ENABLE ROW LEVEL SECURITY;
CREATE POLICY everybody ON dashboard.paid_notice TO checkout_dashboard_system USING (true);
CREATE POLICY tenant ON dashboard.paid_notice TO checkout_dashboard USING (connection_id = current_setting('app.tenant', true));
GRANT SELECT, INSERT, UPDATE, DELETE ON dashboard.paid_notice TO checkout_dashboard, checkout_dashboard_system;

CREATE TABLE dashboard.session (
  id text NOT NULL,
  user_id text NOT NULL,
  created_at timestamptz(3) NOT NULL,
  last_seen_at timestamptz(3) NOT NULL,
  expires_at timestamptz(3) NOT NULL,
  address text NOT NULL,
  user_agent text NOT NULL,
  ended_at timestamptz(3),
  ended_by text,
  PRIMARY KEY (id),
  FOREIGN KEY (user_id) REFERENCES dashboard."user"(id) ON UPDATE CASCADE ON DELETE CASCADE,
  CONSTRAINT session_end CHECK ((ended_at IS NULL) = (ended_by IS NULL)),
  CONSTRAINT session_ended_by CHECK (ended_by IN ('sign_out', 'revoked', 'password', 'two_step', 'role', 'removed'))
);
CREATE INDEX session_expiry ON dashboard.session (expires_at);
CREATE INDEX session_list ON dashboard.session (user_id, created_at DESC);
ALTER TABLE dashboard.session ENABLE ROW LEVEL SECURITY;
CREATE POLICY everybody ON dashboard.session TO checkout_dashboard_system USING (true);
GRANT SELECT, INSERT, UPDATE, DELETE ON dashboard.session TO checkout_dashboard_system;

CREATE TABLE dashboard.recovery_code (
  user_id text NOT NULL,
  hash bytea NOT NULL,
  created_at timestamptz(3) NOT NULL,
  used_at timestamptz(3),
  PRIMARY KEY (user_id, hash),
  FOREIGN KEY (user_id) REFERENCES dashboard."user"(id) ON UPDATE CASCADE ON DELETE CASCADE
);
ALTER TABLE dashboard.recovery_code ENABLE ROW LEVEL SECURITY;
CREATE POLICY everybody ON dashboard.recovery_code TO checkout_dashboard_system USING (true);
GRANT SELECT, INSERT, UPDATE, DELETE ON dashboard.recovery_code TO checkout_dashboard_system;

-- An invitation has a team, the other kinds a user. The token of a link is computed from its id and is in no column.
CREATE TABLE dashboard.mailed_link (
  id text NOT NULL,
  purpose text NOT NULL,
  email text NOT NULL,
  user_id text,
  team_id text,
  role text,
  created_by text,
  created_at timestamptz(3) NOT NULL,
  expires_at timestamptz(3) NOT NULL,
  used_at timestamptz(3),
  revoked_at timestamptz(3),
  mail_state text NOT NULL,
  mail_tries integer NOT NULL DEFAULT 0,
  mail_due_at timestamptz(3),
  mail_problem text,
  -- Mails to a user without a link of their own: a notice about the user's security, and the response to a sign-up with a known
  -- address. A sign-up belongs to an address alone until its link is used.
  facts jsonb,
  PRIMARY KEY (id),
  FOREIGN KEY (created_by) REFERENCES dashboard."user"(id) ON UPDATE CASCADE ON DELETE SET NULL,
  FOREIGN KEY (team_id) REFERENCES dashboard.team (id) ON UPDATE CASCADE ON DELETE CASCADE,
  FOREIGN KEY (user_id) REFERENCES dashboard."user"(id) ON UPDATE CASCADE ON DELETE CASCADE,
  CONSTRAINT mailed_link_mail_due CHECK ((mail_state = 'QUEUED') = (mail_due_at IS NOT NULL)),
  CONSTRAINT mailed_link_mail_state CHECK (mail_state IN ('NONE', 'QUEUED', 'SENT', 'SHOWN', 'FAILED')),
  CONSTRAINT mailed_link_purpose CHECK (purpose IN ('VERIFY_EMAIL', 'RESET_PASSWORD', 'INVITATION', 'SIGN_UP', 'HAS_ACCOUNT', 'SECURITY')),
  CONSTRAINT mailed_link_role CHECK (role IN ('OWNER', 'ADMIN', 'DEVELOPER', 'SUPPORT', 'ACCOUNTANT', 'VIEWER')),
  CONSTRAINT mailed_link_subject CHECK ( CASE purpose WHEN 'INVITATION' THEN team_id IS NOT NULL AND role IS NOT NULL AND user_id IS NULL WHEN 'SIGN_UP' THEN user_id IS NULL AND team_id IS NULL AND role IS NULL AND facts IS NOT NULL WHEN 'SECURITY' THEN team_id IS NULL AND role IS NULL AND facts IS NOT NULL ELSE user_id IS NOT NULL AND team_id IS NULL AND role IS NULL END)
);
CREATE INDEX mailed_link_expiry ON dashboard.mailed_link (expires_at);
-- One open invitation of an address in a team.
CREATE UNIQUE INDEX mailed_link_invitation ON dashboard.mailed_link (team_id, email) WHERE purpose = 'INVITATION' AND used_at IS NULL AND revoked_at IS NULL;
CREATE INDEX mailed_link_mail ON dashboard.mailed_link (mail_due_at) WHERE mail_state = 'QUEUED';
CREATE INDEX mailed_link_user ON dashboard.mailed_link (user_id, created_at DESC);
ALTER TABLE dashboard.mailed_link ENABLE ROW LEVEL SECURITY;
CREATE POLICY everybody ON dashboard.mailed_link TO checkout_dashboard_system USING (true);
GRANT SELECT, INSERT, UPDATE, DELETE ON dashboard.mailed_link TO checkout_dashboard_system;

-- Objects and bytes that a connection stores, so that its quotas are checked without a scan. Rows are differences that triggers append:
-- no writer waits for another one's row, readers add up, and the worker folds them.
CREATE TABLE dashboard.stored_size (
  connection_id text NOT NULL,
  kind text NOT NULL,
  id bigint GENERATED BY DEFAULT AS IDENTITY,
  objects bigint NOT NULL,
  bytes bigint NOT NULL,
  PRIMARY KEY (connection_id, kind, id),
  FOREIGN KEY (connection_id) REFERENCES dashboard.connection (id) ON UPDATE CASCADE ON DELETE CASCADE,
  CONSTRAINT stored_size_kind CHECK (kind IN ('mirror', 'events'))
);
ALTER TABLE dashboard.stored_size ENABLE ROW LEVEL SECURITY;
CREATE POLICY everybody ON dashboard.stored_size TO checkout_dashboard_system USING (true);
CREATE POLICY tenant ON dashboard.stored_size TO checkout_dashboard USING (connection_id = current_setting('app.tenant', true));
GRANT SELECT, INSERT, UPDATE, DELETE ON dashboard.stored_size TO checkout_dashboard, checkout_dashboard_system;

-- Token buckets of the dashboard's side, as limits.bucket is the service's: they may be lost in a crash.
CREATE UNLOGGED TABLE dashboard.bucket (
  subject bytea NOT NULL,
  tokens double precision NOT NULL,
  granted integer NOT NULL,
  refilled_at timestamptz NOT NULL,
  PRIMARY KEY (subject)
);
GRANT SELECT, INSERT, UPDATE, DELETE ON dashboard.bucket TO checkout_dashboard_system;

-- Passkeys of users (WebAuthn), and the open challenges of sessions and of browsers that sign in: one for each, so that a
-- challenge is spent by deleting its row.
CREATE TABLE dashboard.passkey (
  id text NOT NULL,
  user_id text NOT NULL,
  credential_id text NOT NULL,
  public_key bytea NOT NULL,
  counter bigint NOT NULL,
  name text NOT NULL,
  created_at timestamptz(3) NOT NULL,
  last_used_at timestamptz(3),
  PRIMARY KEY (id),
  CONSTRAINT passkey_credential_id_key UNIQUE (credential_id),
  FOREIGN KEY (user_id) REFERENCES dashboard."user"(id) ON UPDATE CASCADE ON DELETE CASCADE,
  CONSTRAINT passkey_counter_check CHECK (counter >= 0)
);
CREATE INDEX passkey_user ON dashboard.passkey (user_id);
ALTER TABLE dashboard.passkey ENABLE ROW LEVEL SECURITY;
CREATE POLICY everybody ON dashboard.passkey TO checkout_dashboard_system USING (true);
GRANT SELECT, INSERT, UPDATE, DELETE ON dashboard.passkey TO checkout_dashboard_system;

CREATE TABLE dashboard.passkey_challenge (
  subject bytea NOT NULL,
  challenge text NOT NULL,
  origin text NOT NULL,
  expires_at timestamptz(3) NOT NULL,
  PRIMARY KEY (subject)
);
CREATE INDEX passkey_challenge_expiry ON dashboard.passkey_challenge (expires_at);
ALTER TABLE dashboard.passkey_challenge ENABLE ROW LEVEL SECURITY;
CREATE POLICY everybody ON dashboard.passkey_challenge TO checkout_dashboard_system USING (true);
GRANT SELECT, INSERT, UPDATE, DELETE ON dashboard.passkey_challenge TO checkout_dashboard_system;

-- A zone is one of the names that Postgres lists. AT TIME ZONE takes more: offsets (`+05:00`, which means the opposite to
-- everybody else) and abbreviations (`IST`, which is India's or Israel's).
CREATE FUNCTION dashboard.known_zone(name text) RETURNS text LANGUAGE plpgsql STABLE AS $$
BEGIN
  -- Neither of both has this form, and the list takes Postgres 50 ms.
  IF name ~ '^[A-Za-z]+/[A-Za-z_/-]+$' THEN
    PERFORM now() AT TIME ZONE name;
    RETURN name;
  END IF;
  IF EXISTS (SELECT FROM pg_timezone_names AS listed WHERE lower(listed.name) = lower(known_zone.name)) THEN
    RETURN name;
  END IF;
  RETURN 'UTC';
EXCEPTION WHEN invalid_parameter_value THEN
  RETURN 'UTC';
END $$;
REVOKE ALL ON FUNCTION dashboard.known_zone(text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION dashboard.known_zone(text) TO checkout_dashboard, checkout_dashboard_system;

-- Writers of differences share this lock until they commit, a rebuild takes it alone. Every statement that follows it sees
-- what the other side committed: READ COMMITTED gives each statement of a plpgsql function a snapshot of its own.
CREATE FUNCTION dashboard.share_payment_days(connection text) RETURNS void LANGUAGE sql AS $$
  SELECT pg_advisory_xact_lock_shared(hashtext('dashboard.payment_day'), hashtext(connection))
$$;
REVOKE ALL ON FUNCTION dashboard.share_payment_days(text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION dashboard.share_payment_days(text) TO checkout_dashboard, checkout_dashboard_system;

-- Adds up the rows of the days that have differences, in one statement, so that every reader sees the same sums before and after.
CREATE FUNCTION dashboard.fold_payment_days(connection text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM dashboard.share_payment_days(connection);
  WITH parts AS (
    DELETE FROM dashboard.payment_day WHERE connection_id = connection
      AND day IN (SELECT day FROM dashboard.payment_day WHERE connection_id = connection AND NOT folded)
    RETURNING day, status, currency, payments, amount_minor
  )
  INSERT INTO dashboard.payment_day (connection_id, day, status, currency, payments, amount_minor, folded)
    SELECT connection, day, status, currency, sum(payments), sum(amount_minor), true
    FROM parts GROUP BY day, status, currency HAVING sum(payments) <> 0 OR sum(amount_minor) <> 0;
END $$;
REVOKE ALL ON FUNCTION dashboard.fold_payment_days(text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION dashboard.fold_payment_days(text) TO checkout_dashboard, checkout_dashboard_system;

-- Grams of a row that holds every fragment: those that cover it, since each one more is read from the index. Two characters are
-- looked for only where nothing longer is. Null where no fragment has two.
CREATE FUNCTION dashboard.search_query(connection_id text, fragments text[])
  RETURNS tsquery
  LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT AS $$
  SELECT string_agg(
    -- A tsvector writes its lexeme with the quotes that a tsquery reads.
    array_to_tsvector(ARRAY[right(connection_id, 6) || substr(fragment, least(at, greatest(char_length(fragment) - 2, 1)), 3)])::text
      || CASE char_length(fragment) WHEN 2 THEN ':*' ELSE '' END, ' & ')::tsquery
  FROM unnest(fragments) AS fragment, generate_series(1, char_length(fragment), 3) AS at
  WHERE char_length(fragment) >= greatest(2, least(3, (SELECT max(char_length(one)) FROM unnest(fragments) AS one)))
$$;
REVOKE ALL ON FUNCTION dashboard.search_query(text,text[]) FROM PUBLIC;

-- `ids` are in the order of the lists, newest first, so that a reader of the first rows needs the first ids only: the rows
-- whose text contains every fragment, of the tenant that the connection is bound to. Under row-level security no index serves a
-- LIKE, whose operator is not leakproof: this function runs as the tables' owner, and its filter is the policy's own.
-- `ids` are all of them, up to `most`. If `common` of the `newest` rows contain the fragments, or more than `most` rows do, `since` is when
-- the `common`-th newest of them was created: a page of them lies there. Both are null if the tenant has no more than `newest`
-- rows, or the result would take too long.
CREATE FUNCTION dashboard.search_mirror(noun text, fragments text[], newest integer, common integer, most integer)
  RETURNS TABLE(ids text[], since timestamp with time zone)
  LANGUAGE plpgsql SECURITY DEFINER SET search_path TO 'pg_catalog', 'pg_temp' SET max_parallel_workers_per_gather TO '0' SET enable_seqscan TO 'off' AS $$
DECLARE
  tenant constant text := current_setting('app.tenant', true);
  asked constant tsquery := dashboard.search_query(tenant, fragments);
  patterns constant text[] := ARRAY(
    SELECT '%' || regexp_replace(fragment, '([\\%_])', '\\\1', 'g') || '%' FROM unnest(fragments) AS fragment);
  source constant text := CASE noun
    WHEN 'payments' THEN 'dashboard.mirror_payment'
    WHEN 'customers' THEN 'dashboard.mirror_customer'
    WHEN 'phones' THEN 'dashboard.mirror_customer'
    WHEN 'links' THEN 'dashboard.mirror_link'
    WHEN 'references' THEN 'dashboard.mirror_link'
  END;
  -- As the indexes have it.
  searched constant text := CASE noun
    WHEN 'phones' THEN 'phone_digits'
    WHEN 'references' THEN 'substr(search_text, strpos(search_text, E''\n'') + 1)'
    ELSE 'search_text'
  END;
  latest constant text := format('SELECT created_at FROM (
      SELECT created_at, %s AS searched FROM %s WHERE connection_id = $1 ORDER BY created_at DESC, id DESC LIMIT $2) AS latest
    WHERE searched LIKE ALL ($3) OFFSET $4 - 1 LIMIT 1', searched, source);
  -- Rows that the index finds; an estimate of their number may be far off.
  candidate constant text := format('SELECT connection_id, id, created_at, %s AS searched FROM %s
    WHERE dashboard.search_grams(connection_id, %1$s) @@ $2 LIMIT $4', searched, source);
  is_large boolean;
  estimate json;
  compared integer;
  holding integer;
BEGIN
  IF source IS NULL THEN RAISE EXCEPTION 'no mirror has the noun %', noun; END IF;
  EXECUTE format('SELECT EXISTS (SELECT FROM %s WHERE connection_id = $1 ORDER BY created_at DESC, id DESC OFFSET $2)', source)
    INTO is_large USING tenant, newest;
  IF is_large THEN
    EXECUTE latest INTO since USING tenant, newest, patterns, common;
  END IF;
  IF is_large AND since IS NULL AND asked IS NOT NULL THEN
    -- Grams that most rows have take the index longer than such rows take to be met.
    EXECUTE format('EXPLAIN (FORMAT JSON) SELECT FROM %s WHERE dashboard.search_grams(connection_id, %s) @@ $1', source, searched)
      INTO estimate USING asked;
    IF (estimate #>> '{0,Plan,Plan Rows}')::float8 > 10 * most THEN
      EXECUTE latest INTO since USING tenant, 20 * newest, patterns, common;
    ELSE
      EXECUTE format('WITH candidate AS MATERIALIZED (%s), found AS MATERIALIZED (
            SELECT id, created_at FROM candidate WHERE connection_id = $1 AND searched LIKE ALL ($3))
          SELECT (SELECT count(*) FROM candidate), (SELECT count(*) FROM found),
            ARRAY(SELECT id FROM found ORDER BY created_at DESC, id DESC LIMIT $5),
            (SELECT created_at FROM found ORDER BY created_at DESC OFFSET $6 - 1 LIMIT 1)', candidate)
        INTO compared, holding, ids, since USING tenant, asked, patterns, 20 * newest, most, common;
      -- Rows beyond those that were compared may be newer.
      IF compared = 20 * newest THEN ids := NULL; since := NULL;
      ELSIF holding > most THEN ids := NULL;
      ELSE since := NULL;
      END IF;
    END IF;
  END IF;
  RETURN NEXT;
END
$$;
REVOKE ALL ON FUNCTION dashboard.search_mirror(text,text[],integer,integer,integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION dashboard.search_mirror(text,text[],integer,integer,integer) TO checkout_dashboard;

-- Patterns of LIKE for a fragment with one mistake: one character wrong, missing or too many, or two swapped. The first character and
-- digits are taken as typed: a mistake in the first is rare, and a number with another digit is another number.
CREATE FUNCTION dashboard.near_patterns(fragment text) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT AS $$
  SELECT array_agg(DISTINCT '%' || regexp_replace(before, '([\\%_])', '\\\1', 'g') || between || regexp_replace(after, '([\\%_])', '\\\1', 'g') || '%')
  FROM generate_series(2, char_length(fragment)) AS at, LATERAL (VALUES
    (left(fragment, at - 1), '_', substr(fragment, at + 1), 1),
    (left(fragment, at - 1), '_', substr(fragment, at), 1),
    (left(fragment, at - 1), '', substr(fragment, at + 1), 1),
    (left(fragment, at - 1), '', substr(fragment, at + 1, 1) || substr(fragment, at, 1) || substr(fragment, at + 2), 2)
  ) AS near (before, between, after, length)
  WHERE substr(fragment, at, length) !~ '[0-9]'
$$;
REVOKE ALL ON FUNCTION dashboard.near_patterns(text) FROM PUBLIC;

-- Grams of a row that holds the other fragments, and of this one what no single mistake reaches. Null where too little is left.
CREATE FUNCTION dashboard.near_query(connection_id text, fragment text, others text[])
  RETURNS tsquery
  LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN bool_and(kept IS NOT NULL) THEN string_agg('(' || kept::text || ')', ' | ')::tsquery END
  FROM generate_series(2, char_length(fragment)) AS at, LATERAL (
    SELECT dashboard.search_query(connection_id, others || array_remove(ARRAY[left(fragment, at - 1), substr(fragment, at + 2)], '')) AS kept
  ) AS of_position
  WHERE substr(fragment, at, 1) !~ '[0-9]'
$$;
REVOKE ALL ON FUNCTION dashboard.near_query(text,text,text[]) FROM PUBLIC;

-- Searches end by their cost. The planner's estimate of the rows that an index finds may be far off, so the rows themselves are counted:
-- `search_mirror` compares at most 20 times `newest` rows and `search_near` at most `candidates`, until the bytes compared with each
-- pattern exceed a budget. Only the index of grams, whose entries begin with a mark of their connection, finds the rows: the planner could
-- otherwise compute the grams of every row.
CREATE FUNCTION dashboard.search_near(noun text, fragments text[], shortest integer, candidates integer, most integer)
  RETURNS text[]
  LANGUAGE plpgsql SECURITY DEFINER SET search_path TO 'pg_catalog', 'pg_temp' SET max_parallel_workers_per_gather TO '0' SET enable_seqscan TO 'off' AS $$
DECLARE
  tenant constant text := current_setting('app.tenant', true);
  source constant text := CASE noun
    WHEN 'payments' THEN 'dashboard.mirror_payment'
    WHEN 'customers' THEN 'dashboard.mirror_customer'
    WHEN 'links' THEN 'dashboard.mirror_link'
  END;
  asked tsquery;
  others text[];
  estimate json;
  found text[];
  near text[] := '{}';
  patterns text[];
  -- Bytes of text that may still be compared, each with one pattern: a fifth of a second.
  budget bigint := 64 * 1024 * 1024;
  spent bigint;
BEGIN
  IF source IS NULL OR char_length(array_to_string(fragments, '')) > 100 THEN RETURN near; END IF;
  asked := dashboard.search_query(tenant, fragments);
  EXECUTE format('EXPLAIN (FORMAT JSON) SELECT FROM %s WHERE dashboard.search_grams(connection_id, search_text) @@ $1', source)
    INTO estimate USING asked;
  IF (estimate #>> '{0,Plan,Plan Rows}')::float8 > candidates THEN RETURN near; END IF;
  EXECUTE format('SELECT ARRAY(SELECT id FROM (
        SELECT connection_id, id, search_text FROM %s WHERE dashboard.search_grams(connection_id, search_text) @@ $2 LIMIT $4) AS row
      WHERE connection_id = $1 AND search_text LIKE ALL ($3) LIMIT 1)', source)
    INTO found USING tenant, asked,
      ARRAY(SELECT '%' || regexp_replace(fragment, '([\\%_])', '\\\1', 'g') || '%' FROM unnest(fragments) AS fragment), candidates;
  IF cardinality(found) > 0 THEN RETURN near; END IF;
  FOR place IN 1 .. cardinality(fragments) LOOP
    CONTINUE WHEN char_length(fragments[place]) NOT BETWEEN shortest AND 40 OR fragments[place] LIKE '%@%';
    others := fragments[: place - 1] || fragments[place + 1 :];
    asked := dashboard.near_query(tenant, fragments[place], others);
    CONTINUE WHEN asked IS NULL;
    EXECUTE format('EXPLAIN (FORMAT JSON) SELECT FROM %s WHERE dashboard.search_grams(connection_id, search_text) @@ $1', source)
      INTO estimate USING asked;
    CONTINUE WHEN (estimate #>> '{0,Plan,Plan Rows}')::float8 > candidates;
    patterns := dashboard.near_patterns(fragments[place]);
    EXECUTE format('WITH candidate AS MATERIALIZED (
        SELECT id, search_text, sum(octet_length(search_text)) OVER (ROWS UNBOUNDED PRECEDING) * $6 AS cost FROM (
          SELECT connection_id, id, search_text FROM %s WHERE dashboard.search_grams(connection_id, search_text) @@ $2 LIMIT $7) AS row
        WHERE connection_id = $1)
      SELECT ARRAY(SELECT id FROM candidate WHERE cost <= $8 AND search_text LIKE ALL ($3) AND search_text LIKE ANY ($4) LIMIT $5),
        (SELECT max(cost) FROM candidate)', source)
      INTO found, spent USING tenant, asked,
        ARRAY(SELECT '%' || regexp_replace(fragment, '([\\%_])', '\\\1', 'g') || '%' FROM unnest(others) AS fragment),
        patterns, most, cardinality(patterns), candidates, budget;
    near := near || found;
    budget := budget - COALESCE(spent, 0);
    EXIT WHEN budget <= 0;
  END LOOP;
  RETURN near[: most];
END
$$;
REVOKE ALL ON FUNCTION dashboard.search_near(text,text[],integer,integer,integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION dashboard.search_near(text,text[],integer,integer,integer) TO checkout_dashboard;

-- A process without the owner's login refuses to start on a database that is older than its code, or newer by a migration without a mark.
GRANT SELECT (migration_name, finished_at, rolled_back_at, logs) ON public._prisma_migrations TO checkout_system;
