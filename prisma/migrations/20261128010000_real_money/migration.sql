-- compatible: yes
-- Books of a real card processor and of a bank that people operate. Only a login that creates roles may run this.
DO $$
BEGIN
  BEGIN
    CREATE ROLE checkout_stripe NOLOGIN;
  EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL;
  END;
  IF NOT pg_has_role(current_user, 'checkout_stripe', 'MEMBER') THEN
    GRANT checkout_stripe TO CURRENT_USER;
  END IF;
  IF current_setting('server_version_num')::int >= 160000 THEN
    IF NOT pg_has_role(current_user, 'checkout_stripe', 'SET') THEN
      EXECUTE 'GRANT checkout_stripe TO CURRENT_USER WITH SET TRUE';
    END IF;
  END IF;
END $$;

-- The mode in which a database was first used; it never changes, because test money must not mix with real money. The
-- processor stays from its first payment on.
CREATE TABLE health.deployment (
  id boolean NOT NULL DEFAULT true,
  test_mode boolean NOT NULL,
  processor text NOT NULL,
  PRIMARY KEY (id),
  CONSTRAINT deployment_is_one_row CHECK (id)
);
GRANT SELECT, INSERT, UPDATE (processor) ON health.deployment TO checkout_system;
INSERT INTO health.deployment (test_mode, processor)
SELECT true, 'test_bank' WHERE EXISTS (SELECT FROM service.account);

-- What a processor reports of itself: refunds and disputes of a payment, payouts, changes of the operator's account.
CREATE TABLE health.processor_notice (
  event_id text NOT NULL,
  kind text NOT NULL,
  account_id text,
  payment_id text,
  amount_minor bigint,
  currency text,
  summary text NOT NULL,
  occurred_at timestamptz(3) NOT NULL,
  created_at timestamptz(3) NOT NULL,
  -- Set once a person has dealt with it.
  closed_at timestamptz(3),
  -- When the operator's mail is due, or due again because a worker died with it; null once it left.
  mail_due_at timestamptz(3) DEFAULT clock_timestamp(),
  PRIMARY KEY (event_id),
  FOREIGN KEY (account_id, payment_id) REFERENCES service.payment (account_id, id),
  CONSTRAINT processor_notice_of_payment CHECK ((account_id IS NULL) = (payment_id IS NULL)),
  CONSTRAINT processor_notice_kind CHECK (kind IN ('refund', 'dispute', 'payout', 'account'))
);
CREATE INDEX processor_notice_open ON health.processor_notice (occurred_at) WHERE closed_at IS NULL;
GRANT SELECT, INSERT, UPDATE ON health.processor_notice TO checkout_system;

-- ------------------------------------------------------------ stripe

CREATE SCHEMA stripe;
GRANT USAGE ON SCHEMA stripe TO checkout_stripe;

-- Mark of this database on every intent, and the account at Stripe that it was first used with.
CREATE TABLE stripe.installation (
  only_row boolean NOT NULL DEFAULT true,
  mark text NOT NULL DEFAULT gen_random_uuid()::text,
  account_id text,
  PRIMARY KEY (only_row),
  CONSTRAINT installation_is_one_row CHECK (only_row)
);
INSERT INTO stripe.installation DEFAULT VALUES;
GRANT SELECT, UPDATE (account_id) ON stripe.installation TO checkout_stripe;

-- One row per reference of ours, before anything is asked of Stripe. Everything that the creation of its intent sends
-- is in the row, so that a repetition under the same key sends the same.
CREATE TABLE stripe.intent (
  reference text NOT NULL,
  intent_id text,
  customer_id text,
  -- Hash of the payment method that pays: a saved card's is a secret.
  method_hash bytea,
  -- The merchant's part of the line on the cardholder's statement.
  statement_suffix text,
  amount_minor bigint NOT NULL,
  currency text NOT NULL,
  -- True once the reference was voided: no intent of it may be confirmed any more.
  barred boolean NOT NULL DEFAULT false,
  decline_code text,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  PRIMARY KEY (reference)
);
CREATE UNIQUE INDEX intent_intent_id_key ON stripe.intent (intent_id);
GRANT SELECT, INSERT, UPDATE ON stripe.intent TO checkout_stripe;

-- Stripe's customer for each customer of ours, who has a saved card there.
CREATE TABLE stripe.customer (
  reference text NOT NULL,
  customer_id text NOT NULL,
  created_at timestamptz(3) NOT NULL,
  PRIMARY KEY (reference)
);
GRANT SELECT, INSERT ON stripe.customer TO checkout_stripe;

-- ------------------------------------------------------------ manual_bank

CREATE SCHEMA manual_bank;
GRANT USAGE ON SCHEMA manual_bank TO checkout_bank;

-- A batch is one file for the bank, in one currency. It can be written again under its number, as long as all of its
-- payouts are in it and unanswered.
CREATE TABLE manual_bank.batch (
  number integer NOT NULL GENERATED ALWAYS AS IDENTITY,
  currency text NOT NULL,
  payout_count integer NOT NULL,
  total_minor bigint NOT NULL,
  created_at timestamptz(3) NOT NULL,
  PRIMARY KEY (number)
);
GRANT SELECT, INSERT ON manual_bank.batch TO checkout_bank;

-- One payout per settlement, which is its reference. The account's number is sealed for its row.
CREATE TABLE manual_bank.payout (
  reference text NOT NULL,
  amount_minor bigint NOT NULL,
  currency text NOT NULL,
  holder text NOT NULL,
  bank_name text NOT NULL,
  number_sealed text NOT NULL,
  account_last4 text NOT NULL,
  status text NOT NULL,
  batch_number integer,
  bank_reference text,
  refusal text,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  PRIMARY KEY (reference),
  FOREIGN KEY (batch_number) REFERENCES manual_bank.batch (number),
  CONSTRAINT payout_status CHECK (status IN ('ORDERED', 'SENT', 'REFUSED')),
  CONSTRAINT payout_sent_has_reference CHECK ((status = 'SENT') = (bank_reference IS NOT NULL)),
  CONSTRAINT payout_refused_says_why CHECK ((status = 'REFUSED') = (refusal IS NOT NULL))
);
CREATE INDEX payout_waiting ON manual_bank.payout (currency, created_at) WHERE status = 'ORDERED' AND batch_number IS NULL;
CREATE INDEX payout_of_batch ON manual_bank.payout (batch_number);
GRANT SELECT, INSERT, UPDATE ON manual_bank.payout TO checkout_bank;
