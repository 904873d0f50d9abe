-- compatible: yes
-- Disputes of payments.

-- Disputes in the test bank's books. SCHEDULED: the payer disputes the payment at `due_at`. `due_at` is the instant of the
-- next report or change.
CREATE TABLE test_bank.dispute (
  reference text NOT NULL,
  payment_reference text NOT NULL,
  amount_minor integer NOT NULL,
  currency text NOT NULL,
  is_won boolean NOT NULL,
  status text NOT NULL,
  opened_at timestamptz(3) NOT NULL,
  evidence_due_at timestamptz(3) NOT NULL,
  due_at timestamptz(3),
  PRIMARY KEY (reference),
  FOREIGN KEY (payment_reference) REFERENCES test_bank.operation (reference),
  CONSTRAINT dispute_amount CHECK (amount_minor > 0),
  CONSTRAINT dispute_status CHECK (status IN ('SCHEDULED', 'NEEDS_RESPONSE', 'UNDER_REVIEW', 'WON', 'LOST'))
);
CREATE UNIQUE INDEX dispute_of_payment ON test_bank.dispute (payment_reference);
CREATE INDEX dispute_due ON test_bank.dispute (due_at) WHERE due_at IS NOT NULL;
GRANT SELECT, INSERT, UPDATE ON test_bank.dispute TO checkout_bank;

-- Fee of a dispute, stored on the dispute when it opens.
ALTER TABLE service.fee_schedule ADD COLUMN dispute_minor bigint NOT NULL DEFAULT 0;
ALTER TABLE service.fee_schedule ADD CONSTRAINT fee_schedule_dispute CHECK (dispute_minor >= 0) NOT VALID;

-- Status of the payment's dispute, the last one that was not won if there are several; null without any.
ALTER TABLE service.payment ADD COLUMN dispute_status text;
ALTER TABLE service.payment ADD CONSTRAINT payment_dispute_status CHECK (dispute_status IS NULL
  OR status = 'APPROVED' AND dispute_status IN ('NEEDS_RESPONSE', 'UNDER_REVIEW', 'WON', 'LOST')) NOT VALID;

-- A dispute whose evidence is not at the processor yet has `lease_until`: it is sent again once that has passed.
CREATE TABLE service.dispute (
  account_id text NOT NULL,
  id text NOT NULL,
  payment_id text NOT NULL,
  processor_reference text NOT NULL,
  amount_minor bigint NOT NULL,
  fee_minor bigint NOT NULL,
  currency text NOT NULL,
  reason text NOT NULL,
  status text NOT NULL,
  evidence_due_at timestamptz(3),
  evidence_text text,
  evidence_file_ids text[] NOT NULL DEFAULT '{}',
  submitted_at timestamptz(3),
  uploads integer NOT NULL DEFAULT 0,
  owner text,
  lease_until timestamptz(3),
  attempts integer NOT NULL DEFAULT 0,
  refusal_code text,
  opened_at timestamptz(3) NOT NULL,
  created_at timestamptz(3) NOT NULL,
  closed_at timestamptz(3),
  PRIMARY KEY (account_id, id),
  FOREIGN KEY (account_id, payment_id) REFERENCES service.payment (account_id, id) ON DELETE RESTRICT ON UPDATE CASCADE,
  CONSTRAINT dispute_amounts CHECK (amount_minor > 0 AND fee_minor >= 0),
  CONSTRAINT dispute_closed_is_final CHECK ((status IN ('WON', 'LOST')) = (closed_at IS NOT NULL)),
  CONSTRAINT dispute_owner_has_lease CHECK (owner IS NULL OR lease_until IS NOT NULL),
  CONSTRAINT dispute_reason CHECK (reason IN ('FRAUDULENT', 'NOT_RECEIVED', 'NOT_AS_DESCRIBED', 'DUPLICATE',
    'SUBSCRIPTION_CANCELED', 'CREDIT_NOT_PROCESSED', 'UNRECOGNIZED', 'OTHER')),
  CONSTRAINT dispute_sends_what_was_submitted CHECK (lease_until IS NULL OR status = 'UNDER_REVIEW' AND submitted_at IS NOT NULL),
  CONSTRAINT dispute_status CHECK (status IN ('NEEDS_RESPONSE', 'UNDER_REVIEW', 'WON', 'LOST'))
);
CREATE UNIQUE INDEX dispute_id_key ON service.dispute (id);
CREATE UNIQUE INDEX dispute_processor_reference_key ON service.dispute (processor_reference);
CREATE INDEX dispute_list ON service.dispute (account_id, created_at DESC, id DESC);
CREATE INDEX dispute_of_payment ON service.dispute (account_id, payment_id, created_at DESC, id DESC);
CREATE INDEX dispute_unsent ON service.dispute (lease_until) WHERE lease_until IS NOT NULL;
ALTER TABLE service.dispute ENABLE ROW LEVEL SECURITY;
CREATE POLICY everybody ON service.dispute TO checkout_system USING (true);
CREATE POLICY tenant ON service.dispute TO checkout_service USING (account_id = current_setting('app.tenant', true));
GRANT SELECT, INSERT, UPDATE ON service.dispute TO checkout_service, checkout_system;

-- Money that a dispute took off the balance with its fee (positive), or brought back (negative).
CREATE TABLE service.dispute_movement (
  account_id text NOT NULL,
  dispute_id text NOT NULL,
  kind text NOT NULL,
  amount_minor bigint NOT NULL,
  settlement_id text,
  created_at timestamptz(3) NOT NULL,
  PRIMARY KEY (account_id, dispute_id, kind),
  FOREIGN KEY (account_id, dispute_id) REFERENCES service.dispute (account_id, id) ON DELETE RESTRICT ON UPDATE CASCADE,
  FOREIGN KEY (account_id, settlement_id) REFERENCES service.settlement (account_id, id) ON DELETE RESTRICT ON UPDATE CASCADE,
  CONSTRAINT dispute_movement_kind CHECK (CASE kind WHEN 'opened' THEN amount_minor > 0 WHEN 'won' THEN amount_minor < 0 ELSE false END)
);
CREATE INDEX dispute_movement_settlement ON service.dispute_movement (account_id, settlement_id) WHERE settlement_id IS NOT NULL;
CREATE INDEX dispute_movement_unsettled ON service.dispute_movement (account_id, created_at) WHERE settlement_id IS NULL;
ALTER TABLE service.dispute_movement ENABLE ROW LEVEL SECURITY;
CREATE POLICY everybody ON service.dispute_movement TO checkout_system USING (true);
CREATE POLICY tenant ON service.dispute_movement TO checkout_service USING (account_id = current_setting('app.tenant', true));
GRANT SELECT, INSERT, UPDATE (settlement_id) ON service.dispute_movement TO checkout_service, checkout_system;

-- Files uploaded for a dispute; those that its evidence names are sent to the processor.
CREATE TABLE service.dispute_file (
  account_id text NOT NULL,
  id text NOT NULL,
  dispute_id text NOT NULL,
  name text NOT NULL,
  type text NOT NULL,
  bytes integer NOT NULL,
  content bytea NOT NULL,
  created_at timestamptz(3) NOT NULL,
  PRIMARY KEY (account_id, id),
  FOREIGN KEY (account_id, dispute_id) REFERENCES service.dispute (account_id, id) ON DELETE RESTRICT ON UPDATE CASCADE,
  CONSTRAINT dispute_file_type CHECK (type IN ('application/pdf', 'image/png', 'image/jpeg'))
);
CREATE INDEX dispute_file_of_dispute ON service.dispute_file (account_id, dispute_id);
ALTER TABLE service.dispute_file ENABLE ROW LEVEL SECURITY;
CREATE POLICY everybody ON service.dispute_file TO checkout_system USING (true);
CREATE POLICY tenant ON service.dispute_file TO checkout_service USING (account_id = current_setting('app.tenant', true));
GRANT SELECT, INSERT ON service.dispute_file TO checkout_service, checkout_system;
GRANT DELETE ON service.dispute_file TO checkout_system;

-- Disputes in the running sums, and those that a settlement takes off; both are negative if won ones return more.
ALTER TABLE service.balance_part ADD COLUMN dispute_minor bigint NOT NULL DEFAULT 0;
ALTER TABLE service.settlement ADD COLUMN dispute_minor bigint NOT NULL DEFAULT 0;
ALTER TABLE service.settlement DROP CONSTRAINT settlement_sums;
ALTER TABLE service.settlement ADD CONSTRAINT settlement_sums
  CHECK (net_minor = gross_minor - fee_minor - refund_minor - dispute_minor - debt_minor
    AND gross_minor > 0 AND fee_minor >= 0 AND refund_minor >= 0 AND debt_minor >= 0 AND payment_count > 0) NOT VALID;

ALTER TABLE service.ledger_entry ADD COLUMN dispute_id text;
ALTER TABLE service.ledger_entry ADD CONSTRAINT ledger_entry_account_id_dispute_id_fkey FOREIGN KEY (account_id, dispute_id)
  REFERENCES service.dispute (account_id, id) ON DELETE RESTRICT ON UPDATE CASCADE NOT VALID;
ALTER TABLE service.ledger_entry DROP CONSTRAINT ledger_entry_kind;
ALTER TABLE service.ledger_entry ADD CONSTRAINT ledger_entry_kind CHECK (kind IN ('payment_approved', 'refund_succeeded',
  'dispute_opened', 'dispute_won', 'settlement_created', 'settlement_paid')) NOT VALID;
ALTER TABLE service.ledger_entry DROP CONSTRAINT ledger_entry_object;
ALTER TABLE service.ledger_entry ADD CONSTRAINT ledger_entry_object CHECK ((kind = 'refund_succeeded') = (refund_id IS NOT NULL)
  AND (kind IN ('dispute_opened', 'dispute_won')) = (dispute_id IS NOT NULL)
  AND CASE WHEN kind = 'payment_approved' THEN settlement_id IS NULL
    WHEN kind IN ('refund_succeeded', 'dispute_opened', 'dispute_won') THEN settlement_id IS NULL AND payment_id IS NULL
    ELSE settlement_id IS NOT NULL AND payment_id IS NULL END) NOT VALID;

-- step: transaction
ALTER TABLE service.fee_schedule VALIDATE CONSTRAINT fee_schedule_dispute;
ALTER TABLE service.payment VALIDATE CONSTRAINT payment_dispute_status;
ALTER TABLE service.settlement VALIDATE CONSTRAINT settlement_sums;
ALTER TABLE service.ledger_entry VALIDATE CONSTRAINT ledger_entry_account_id_dispute_id_fkey;
ALTER TABLE service.ledger_entry VALIDATE CONSTRAINT ledger_entry_kind;
ALTER TABLE service.ledger_entry VALIDATE CONSTRAINT ledger_entry_object;
