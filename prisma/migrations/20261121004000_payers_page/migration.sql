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
  FOREIGN KEY (account_id, payment_id) REFERENCES service.payment (account_id, id) ON DELETE RESTRICT ON UPDATE CASCADE,
  FOREIGN KEY (account_id, customer_id) REFERENCES service.customer (account_id, id) ON DELETE RESTRICT ON UPDATE CASCADE
);

-- Who opened a link on which day of the account's time zone: what makes an open count once. Days before yesterday go.
CREATE TABLE service.link_open (
  account_id text NOT NULL,
  link_id text NOT NULL,
  day date NOT NULL,
  browser_hash bytea NOT NULL,
  PRIMARY KEY (account_id, link_id, day, browser_hash),
  FOREIGN KEY (account_id, link_id) REFERENCES service.payment_link (account_id, id) ON DELETE RESTRICT ON UPDATE CASCADE
);

GRANT SELECT, INSERT, UPDATE ON service.card_to_save, service.link_open TO checkout_service, checkout_system;
GRANT DELETE ON service.card_to_save, service.link_open TO checkout_service;
ALTER TABLE service.card_to_save ENABLE ROW LEVEL SECURITY;
ALTER TABLE service.link_open ENABLE ROW LEVEL SECURITY;
CREATE POLICY tenant ON service.card_to_save TO checkout_service USING (account_id = current_setting('app.tenant', true));
CREATE POLICY tenant ON service.link_open TO checkout_service USING (account_id = current_setting('app.tenant', true));
CREATE POLICY everybody ON service.card_to_save TO checkout_system USING (true);
CREATE POLICY everybody ON service.link_open TO checkout_system USING (true);

-- Whoever holds a receipt's address knows only the payment.
CREATE FUNCTION service.find_payment_account(payment_id text) RETURNS text
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = service, pg_temp AS $$
  SELECT account_id FROM service.payment WHERE id = payment_id
$$;
REVOKE ALL ON FUNCTION service.find_payment_account(text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION service.find_payment_account(text) TO checkout_service, checkout_system;
