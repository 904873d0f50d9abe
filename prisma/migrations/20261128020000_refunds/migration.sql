-- compatible: yes
-- Refunds of payments.

-- Refunds in the test bank's books. ASKED: the request arrived, and its answer was lost before the bank acted.
CREATE TABLE test_bank.refund (
  reference text NOT NULL,
  payment_reference text NOT NULL,
  processor_reference text NOT NULL,
  amount_minor integer NOT NULL,
  currency text NOT NULL,
  status text NOT NULL,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  PRIMARY KEY (reference),
  FOREIGN KEY (payment_reference) REFERENCES test_bank.operation (reference),
  CONSTRAINT refund_amount CHECK (amount_minor > 0),
  CONSTRAINT refund_status CHECK (status IN ('ASKED', 'REFUNDED', 'DECLINED'))
);
CREATE INDEX refund_of_payment ON test_bank.refund (payment_reference);
GRANT SELECT, INSERT, UPDATE ON test_bank.refund TO checkout_bank;

-- One row per refund of ours, before anything is asked of Stripe.
CREATE TABLE stripe.refund (
  reference text NOT NULL,
  payment_reference text NOT NULL,
  amount_minor bigint NOT NULL,
  refund_id text,
  decline_code text,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  PRIMARY KEY (reference),
  FOREIGN KEY (payment_reference) REFERENCES stripe.intent (reference),
  CONSTRAINT refund_is_one_answer CHECK (refund_id IS NULL OR decline_code IS NULL)
);
CREATE UNIQUE INDEX refund_refund_id_key ON stripe.refund (refund_id);
GRANT SELECT, INSERT, UPDATE ON stripe.refund TO checkout_stripe;

-- Sum of the payment's refunds that are pending or succeeded.
ALTER TABLE service.payment ADD COLUMN refunded_minor integer NOT NULL DEFAULT 0;
ALTER TABLE service.payment ADD CONSTRAINT payment_refunded
  CHECK (refunded_minor BETWEEN 0 AND amount_minor AND (refunded_minor = 0 OR status = 'APPROVED')) NOT VALID;

-- A refund is PENDING until the processor's answer is final; another process repeats it once `lease_until` has passed.
CREATE TABLE service.refund (
  account_id text NOT NULL,
  id text NOT NULL,
  payment_id text NOT NULL,
  amount_minor integer NOT NULL,
  currency text NOT NULL,
  reason text NOT NULL,
  note text,
  status text NOT NULL,
  owner text,
  lease_until timestamptz(3),
  attempts integer NOT NULL DEFAULT 0,
  processor_reference text,
  decline_code text,
  settlement_id text,
  request_id text NOT NULL,
  created_at timestamptz(3) NOT NULL,
  finished_at timestamptz(3),
  PRIMARY KEY (account_id, id),
  FOREIGN KEY (account_id, payment_id) REFERENCES service.payment (account_id, id) ON DELETE RESTRICT ON UPDATE CASCADE,
  FOREIGN KEY (account_id, settlement_id) REFERENCES service.settlement (account_id, id) ON DELETE RESTRICT ON UPDATE CASCADE,
  CONSTRAINT refund_amount CHECK (amount_minor > 0),
  CONSTRAINT refund_failed_says_why CHECK ((status = 'FAILED') = (decline_code IS NOT NULL)),
  CONSTRAINT refund_final_has_no_owner CHECK (status = 'PENDING' OR owner IS NULL),
  CONSTRAINT refund_pending_is_due CHECK ((status = 'PENDING') = (lease_until IS NOT NULL) AND (status = 'PENDING') = (finished_at IS NULL)),
  CONSTRAINT refund_reason CHECK (reason IN ('REQUESTED_BY_CUSTOMER', 'DUPLICATE', 'FRAUDULENT', 'OTHER')),
  CONSTRAINT refund_settled_has_succeeded CHECK (settlement_id IS NULL OR status = 'SUCCEEDED'),
  CONSTRAINT refund_status CHECK (status IN ('PENDING', 'SUCCEEDED', 'FAILED')),
  CONSTRAINT refund_succeeded_has_reference CHECK ((status = 'SUCCEEDED') = (processor_reference IS NOT NULL))
);
CREATE UNIQUE INDEX refund_id_key ON service.refund (id);
CREATE INDEX refund_list ON service.refund (account_id, payment_id, created_at DESC, id DESC);
CREATE INDEX refund_settlement ON service.refund (account_id, settlement_id) WHERE settlement_id IS NOT NULL;
CREATE INDEX refund_unfinished ON service.refund (lease_until) WHERE status = 'PENDING';
CREATE INDEX refund_unsettled ON service.refund (account_id, finished_at) WHERE status = 'SUCCEEDED' AND settlement_id IS NULL;
ALTER TABLE service.refund ENABLE ROW LEVEL SECURITY;
CREATE POLICY everybody ON service.refund TO checkout_system USING (true);
CREATE POLICY tenant ON service.refund TO checkout_service USING (account_id = current_setting('app.tenant', true));
GRANT SELECT, INSERT, UPDATE ON service.refund TO checkout_service, checkout_system;

-- A key whose request asked the processor for a refund is kept for ever, as those of payments.
ALTER TABLE service.idempotency_key ADD COLUMN refund_id text;
ALTER TABLE service.idempotency_key ADD CONSTRAINT idempotency_key_account_id_refund_id_fkey FOREIGN KEY (account_id, refund_id)
  REFERENCES service.refund (account_id, id) ON DELETE RESTRICT ON UPDATE CASCADE NOT VALID;
ALTER POLICY forgettable ON service.idempotency_key USING (payment_id IS NULL AND refund_id IS NULL);

-- Refunds in the running sums, and those that a settlement takes off.
ALTER TABLE service.balance_part ADD COLUMN refund_minor bigint NOT NULL DEFAULT 0;
ALTER TABLE service.settlement ADD COLUMN refund_minor bigint NOT NULL DEFAULT 0;
ALTER TABLE service.settlement DROP CONSTRAINT settlement_sums;
ALTER TABLE service.settlement ADD CONSTRAINT settlement_sums CHECK (net_minor = gross_minor - fee_minor - refund_minor - debt_minor
  AND gross_minor > 0 AND fee_minor >= 0 AND refund_minor >= 0 AND debt_minor >= 0 AND payment_count > 0) NOT VALID;

ALTER TABLE service.ledger_entry ADD COLUMN refund_id text;
ALTER TABLE service.ledger_entry ADD CONSTRAINT ledger_entry_account_id_refund_id_fkey FOREIGN KEY (account_id, refund_id)
  REFERENCES service.refund (account_id, id) ON DELETE RESTRICT ON UPDATE CASCADE NOT VALID;
ALTER TABLE service.ledger_entry DROP CONSTRAINT ledger_entry_kind;
ALTER TABLE service.ledger_entry ADD CONSTRAINT ledger_entry_kind
  CHECK (kind IN ('payment_approved', 'refund_succeeded', 'settlement_created', 'settlement_paid')) NOT VALID;
ALTER TABLE service.ledger_entry DROP CONSTRAINT ledger_entry_object;
ALTER TABLE service.ledger_entry ADD CONSTRAINT ledger_entry_object CHECK ((kind = 'refund_succeeded') = (refund_id IS NOT NULL)
  AND CASE kind WHEN 'payment_approved' THEN settlement_id IS NULL
    WHEN 'refund_succeeded' THEN settlement_id IS NULL AND payment_id IS NULL
    ELSE settlement_id IS NOT NULL AND payment_id IS NULL END) NOT VALID;

-- step: transaction
ALTER TABLE service.settlement VALIDATE CONSTRAINT settlement_sums;
ALTER TABLE service.ledger_entry VALIDATE CONSTRAINT ledger_entry_account_id_refund_id_fkey;
ALTER TABLE service.ledger_entry VALIDATE CONSTRAINT ledger_entry_kind;
ALTER TABLE service.ledger_entry VALIDATE CONSTRAINT ledger_entry_object;
ALTER TABLE service.payment VALIDATE CONSTRAINT payment_refunded;
ALTER TABLE service.idempotency_key VALIDATE CONSTRAINT idempotency_key_account_id_refund_id_fkey;

-- step: concurrent
CREATE INDEX CONCURRENTLY idempotency_key_refund ON service.idempotency_key (account_id, refund_id) WHERE refund_id IS NOT NULL;
