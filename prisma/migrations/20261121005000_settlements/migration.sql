-- Settlements and their transfers (docs/settlements.md), the merchants' bank accounts, and the bank's books of transfers.

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
  PRIMARY KEY (account_id, id),
  FOREIGN KEY (account_id) REFERENCES service.account (id) ON DELETE RESTRICT ON UPDATE CASCADE
);
CREATE UNIQUE INDEX bank_account_present ON service.bank_account (account_id) WHERE replaced_at IS NULL;

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
  FOREIGN KEY (account_id) REFERENCES service.account (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  FOREIGN KEY (account_id, bank_account_id) REFERENCES service.bank_account (account_id, id) ON DELETE RESTRICT ON UPDATE CASCADE,
  CONSTRAINT settlement_status CHECK (status IN ('PENDING', 'PAID', 'DEBT')),
  CONSTRAINT settlement_sums CHECK (net_minor = gross_minor - fee_minor - debt_minor AND gross_minor > 0 AND fee_minor >= 0
    AND debt_minor >= 0 AND payment_count > 0),
  CONSTRAINT settlement_debt_is_not_positive CHECK ((status = 'DEBT') = (net_minor <= 0)),
  CONSTRAINT settlement_period CHECK (period_start < period_end AND (previous_end IS NULL OR previous_end <= period_start)),
  CONSTRAINT settlement_paid_is_told CHECK ((status = 'PAID') = (paid_at IS NOT NULL) AND (status = 'PAID') = (reference IS NOT NULL)),
  CONSTRAINT settlement_step CHECK (transfer_step IN ('WAITING', 'SENDING', 'ORDERED', 'REFUSED')),
  CONSTRAINT settlement_pending_has_step CHECK ((status = 'PENDING') = (transfer_step IS NOT NULL)),
  -- REFUSED waits for the merchant, everything else that is pending for an instant.
  CONSTRAINT settlement_pending_is_due CHECK ((due_at IS NOT NULL) = (coalesce(transfer_step, 'REFUSED') <> 'REFUSED')),
  CONSTRAINT settlement_lease_has_owner CHECK ((owner IS NULL) = (lease_until IS NULL) AND (owner IS NULL OR transfer_step = 'SENDING')),
  CONSTRAINT settlement_told_has_target CHECK (bank_account_id IS NOT NULL OR coalesce(transfer_step, 'WAITING') = 'WAITING')
);
CREATE UNIQUE INDEX settlement_id_key ON service.settlement (id);
CREATE UNIQUE INDEX settlement_period_start_key ON service.settlement (account_id, period_start);
CREATE UNIQUE INDEX settlement_period_end_key ON service.settlement (account_id, period_end);
CREATE UNIQUE INDEX settlement_chain ON service.settlement (account_id, previous_end) NULLS NOT DISTINCT;
ALTER TABLE service.settlement ADD CONSTRAINT settlement_account_id_previous_end_fkey
  FOREIGN KEY (account_id, previous_end) REFERENCES service.settlement (account_id, period_end) ON DELETE RESTRICT ON UPDATE CASCADE;
CREATE INDEX settlement_list ON service.settlement (account_id, created_at DESC, id DESC);
CREATE INDEX settlement_list_status ON service.settlement (account_id, status, created_at DESC, id DESC);
CREATE INDEX settlement_due ON service.settlement (due_at) WHERE status = 'PENDING';
-- What is on its way and paid out is summed from this alone.
CREATE INDEX settlement_money ON service.settlement (account_id, status) INCLUDE (net_minor) WHERE net_minor > 0;

ALTER TABLE service.payment
  ADD CONSTRAINT payment_account_id_settlement_id_fkey
  FOREIGN KEY (account_id, settlement_id) REFERENCES service.settlement (account_id, id) ON DELETE RESTRICT ON UPDATE CASCADE,
  ADD CONSTRAINT payment_settled_is_approved CHECK (settlement_id IS NULL OR status = 'APPROVED');
CREATE INDEX payment_settlement ON service.payment (account_id, settlement_id, created_at DESC, id DESC) WHERE settlement_id IS NOT NULL;
-- The same as before, with what the balance sums.
DROP INDEX service.payment_unsettled;
CREATE INDEX payment_unsettled ON service.payment (account_id, approved_at) INCLUDE (amount_minor, fee_minor)
  WHERE status = 'APPROVED' AND settlement_id IS NULL;

ALTER TABLE service.ledger_entry
  ADD CONSTRAINT ledger_entry_account_id_settlement_id_fkey
  FOREIGN KEY (account_id, settlement_id) REFERENCES service.settlement (account_id, id) ON DELETE RESTRICT ON UPDATE CASCADE,
  ADD CONSTRAINT ledger_entry_object CHECK (CASE kind WHEN 'payment_approved' THEN settlement_id IS NULL
    ELSE settlement_id IS NOT NULL AND payment_id IS NULL END);

-- Rights: the figures of a settlement and a named account number are never changed.
GRANT SELECT, INSERT ON service.settlement, service.bank_account TO checkout_service, checkout_system;
GRANT UPDATE (status, bank_account_id, reference, paid_at, transfer_step, owner, lease_until, due_at, attempts, problem)
  ON service.settlement TO checkout_service, checkout_system;
GRANT UPDATE (replaced_at) ON service.bank_account TO checkout_service, checkout_system;
ALTER TABLE service.settlement ENABLE ROW LEVEL SECURITY;
ALTER TABLE service.bank_account ENABLE ROW LEVEL SECURITY;
CREATE POLICY tenant ON service.settlement TO checkout_service USING (account_id = current_setting('app.tenant', true));
CREATE POLICY tenant ON service.bank_account TO checkout_service USING (account_id = current_setting('app.tenant', true));
CREATE POLICY everybody ON service.settlement TO checkout_system USING (true);
CREATE POLICY everybody ON service.bank_account TO checkout_system USING (true);

-- The test bank's books of transfers. An account number is judged as it arrives and not kept.
CREATE TABLE test_bank.transfer (
  reference text PRIMARY KEY,
  bank_reference text NOT NULL,
  amount_minor bigint NOT NULL,
  currency text NOT NULL,
  account_last4 text NOT NULL,
  status text NOT NULL,
  refusal text,
  leaves_at timestamptz(3),
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  CONSTRAINT transfer_status CHECK (status IN ('ORDERED', 'SENT', 'REFUSED')),
  CONSTRAINT transfer_refused_says_why CHECK ((status = 'REFUSED') = (refusal IS NOT NULL) AND (status = 'REFUSED') = (leaves_at IS NULL))
);
GRANT SELECT, INSERT, UPDATE ON test_bank.transfer TO checkout_bank;
ALTER TABLE test_bank.setting
  ADD COLUMN transfer_delay_ms integer NOT NULL DEFAULT 5000,
  ADD CONSTRAINT setting_transfer_delay CHECK (transfer_delay_ms BETWEEN 0 AND 86400000);

-- What the last comparison of the books found: readiness tells it.
CREATE SCHEMA health;
CREATE TABLE health.coherence (
  id boolean PRIMARY KEY DEFAULT true,
  checked_at timestamptz(3) NOT NULL,
  breaks integer NOT NULL,
  CONSTRAINT coherence_is_one_row CHECK (id)
);
GRANT USAGE ON SCHEMA health TO checkout_system;
GRANT SELECT, INSERT, UPDATE ON health.coherence TO checkout_system;
