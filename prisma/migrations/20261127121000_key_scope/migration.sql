-- compatible: yes
-- Calls that a key may make, and the member of the owning team who made it and with whose membership it ends; null = nobody.
ALTER TABLE service.api_key
  ADD COLUMN scope text NOT NULL DEFAULT 'all' CONSTRAINT api_key_scope CHECK (scope IN ('read', 'links', 'charges', 'all')),
  ADD COLUMN member_id text;

-- The look-up of a key also reports its scope. A process of the version before names the columns that it reads, and goes on.
DROP FUNCTION service.find_api_key(bytea);
CREATE FUNCTION service.find_api_key(key_hash bytea)
  RETURNS TABLE (key_id text, revoked_at timestamptz, account service.account, expires_at timestamptz, scope text)
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = service, pg_temp AS $$
  SELECT k.id, k.revoked_at, a, k.expires_at, k.scope
  FROM service.api_key k JOIN service.account a ON a.id = k.account_id WHERE k.hash = key_hash
$$;
REVOKE ALL ON FUNCTION service.find_api_key(bytea) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION service.find_api_key(bytea) TO checkout_service, checkout_system;
