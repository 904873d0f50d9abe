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
  FOREIGN KEY (account_id) REFERENCES service.account (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  FOREIGN KEY (account_id, customer_id) REFERENCES service.customer (account_id, id) ON DELETE RESTRICT ON UPDATE CASCADE,
  CONSTRAINT sign_up_tries CHECK (tries BETWEEN 0 AND 5),
  CONSTRAINT sign_up_waiting CHECK (
    num_nulls(customer_id, phone_key, code_mac, token_sealed, brand, last4, expiry_month, expiry_year) IN (0, 8)),
  CONSTRAINT sign_up_used_once CHECK (confirmed_at IS NULL OR (with_card AND customer_id IS NULL))
);
CREATE INDEX sign_up_age ON service.sign_up (created_at);

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

GRANT SELECT, INSERT, UPDATE ON service.sign_up, service.shown_message TO checkout_service, checkout_system;
GRANT DELETE ON service.sign_up, service.shown_message TO checkout_system;
ALTER TABLE service.sign_up ENABLE ROW LEVEL SECURITY;
ALTER TABLE service.shown_message ENABLE ROW LEVEL SECURITY;
CREATE POLICY tenant ON service.sign_up TO checkout_service USING (account_id = current_setting('app.tenant', true));
CREATE POLICY tenant ON service.shown_message TO checkout_service USING (account_id = current_setting('app.tenant', true));
CREATE POLICY everybody ON service.sign_up TO checkout_system USING (true);
CREATE POLICY everybody ON service.shown_message TO checkout_system USING (true);

-- Whoever opens a sign-up page knows only the slug.
CREATE FUNCTION service.find_account_by_slug(account_slug text) RETURNS text
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = service, pg_temp AS $$
  SELECT id FROM service.account WHERE slug = account_slug
$$;
REVOKE ALL ON FUNCTION service.find_account_by_slug(text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION service.find_account_by_slug(text) TO checkout_service, checkout_system;
