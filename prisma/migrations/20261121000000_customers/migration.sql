-- Customers and their saved cards; a payment may wait for its payer's confirmation at the bank.

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
  CONSTRAINT customer_status CHECK (status IN ('ACTIVE', 'ARCHIVED')),
  CONSTRAINT customer_source CHECK (source IN ('MERCHANT', 'SELF')),
  CONSTRAINT customer_email_has_key CHECK ((email IS NULL) = (email_key IS NULL))
);
CREATE UNIQUE INDEX customer_phone_key ON service.customer (account_id, phone_key);
CREATE UNIQUE INDEX customer_email_key ON service.customer (account_id, email_key);
CREATE INDEX customer_list ON service.customer (account_id, created_at DESC, id DESC);
CREATE INDEX customer_list_status ON service.customer (account_id, status, created_at DESC, id DESC);
CREATE INDEX customer_external_ref ON service.customer (account_id, external_ref, created_at DESC, id DESC);

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

ALTER TABLE service.payment
  ADD CONSTRAINT payment_account_id_customer_id_fkey
  FOREIGN KEY (account_id, customer_id) REFERENCES service.customer (account_id, id) ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE service.payment_link
  ADD CONSTRAINT payment_link_account_id_customer_id_fkey
  FOREIGN KEY (account_id, customer_id) REFERENCES service.customer (account_id, id) ON DELETE RESTRICT ON UPDATE CASCADE;

-- Where the payer confirms at the bank while the payment is CONFIRMING.
ALTER TABLE service.payment ADD COLUMN confirm_url text;

GRANT SELECT, INSERT, UPDATE ON service.customer, service.saved_card TO checkout_service, checkout_system;
GRANT DELETE ON service.saved_card TO checkout_service;
ALTER TABLE service.customer ENABLE ROW LEVEL SECURITY;
ALTER TABLE service.saved_card ENABLE ROW LEVEL SECURITY;
CREATE POLICY tenant ON service.customer TO checkout_service USING (account_id = current_setting('app.tenant', true));
CREATE POLICY tenant ON service.saved_card TO checkout_service USING (account_id = current_setting('app.tenant', true));
CREATE POLICY everybody ON service.customer TO checkout_system USING (true);
CREATE POLICY everybody ON service.saved_card TO checkout_system USING (true);
