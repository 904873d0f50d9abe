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
