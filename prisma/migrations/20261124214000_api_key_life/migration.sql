-- The look-up of a key also reports its end. A process of the version before names the columns that it reads, and goes on.
DROP FUNCTION service.find_api_key(bytea);
CREATE FUNCTION service.find_api_key(key_hash bytea)
  RETURNS TABLE (key_id text, revoked_at timestamptz, account service.account, expires_at timestamptz)
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = service, pg_temp AS $$
  SELECT k.id, k.revoked_at, a, k.expires_at
  FROM service.api_key k JOIN service.account a ON a.id = k.account_id WHERE k.hash = key_hash
$$;
REVOKE ALL ON FUNCTION service.find_api_key(bytea) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION service.find_api_key(bytea) TO checkout_service, checkout_system;

-- As text the JSON keeps the order in which it was sent and answered.
ALTER TABLE service.api_request ALTER COLUMN request_body TYPE json, ALTER COLUMN error TYPE json;

-- The search of the request log by what an integrator has at hand.
CREATE INDEX api_request_object ON service.api_request (account_id, object_id, created_at DESC, id DESC) WHERE object_id IS NOT NULL;
CREATE INDEX api_request_idempotency ON service.api_request (account_id, idempotency_key, created_at DESC, id DESC) WHERE idempotency_key IS NOT NULL;
