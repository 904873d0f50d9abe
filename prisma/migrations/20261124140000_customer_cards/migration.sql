-- Last day of a saved card's month, as `cardState` reads the expiry; 9999-12-31 for a card whose expiry is no month, null
-- without a card. The host's text is checked before it is cast, so that no odd expiry stops a write.
CREATE FUNCTION dashboard.card_end(snapshot jsonb) RETURNS date LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
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

ALTER TABLE dashboard.mirror_customer
  ADD COLUMN card_end date GENERATED ALWAYS AS (dashboard.card_end(snapshot)) STORED;
-- No index holds a text of thousands of characters, which another host may send.
UPDATE dashboard.mirror_customer SET external_ref = left(external_ref, 200), card_last4 = left(card_last4, 16)
  WHERE length(external_ref) > 200 OR length(card_last4) > 16;
CREATE INDEX mirror_customer_card ON dashboard.mirror_customer (connection_id, card_end);
CREATE INDEX mirror_customer_last4 ON dashboard.mirror_customer (connection_id, card_last4);
CREATE INDEX mirror_customer_reference ON dashboard.mirror_customer (connection_id, external_ref);

-- Views of the customers list.
ALTER TABLE dashboard.saved_view DROP CONSTRAINT saved_view_list,
  ADD CONSTRAINT saved_view_list CHECK (list IN ('links', 'payments', 'customers'));
