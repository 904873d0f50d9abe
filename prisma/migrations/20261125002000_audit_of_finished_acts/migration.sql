-- A refused act is evidence as much as one that was done. Only an intent of a call is tried again: the entry then holds the earlier
-- try, and its time never goes back. What was written finished (sign-ins, members, passwords) never changes.
CREATE OR REPLACE FUNCTION dashboard.refuse_audit_update() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  is_fixed boolean := (NEW.team_id, NEW.id, NEW.action) IS NOT DISTINCT FROM (OLD.team_id, OLD.id, OLD.action)
    AND (NEW.connection_id IS NULL OR NEW.connection_id IS NOT DISTINCT FROM OLD.connection_id);
  is_same_act boolean := (NEW.user_id, NEW.address, NEW.created_at) IS NOT DISTINCT FROM (OLD.user_id, OLD.address, OLD.created_at);
  is_same_outcome boolean := (NEW.object_id, NEW.outcome, NEW.finished_at) IS NOT DISTINCT FROM (OLD.object_id, OLD.outcome, OLD.finished_at)
    AND NEW.details - 'account' = OLD.details - 'account'
    AND (NOT OLD.details ? 'account' OR NEW.details -> 'account' = OLD.details -> 'account');
  -- Written by one statement, with its outcome.
  is_final boolean := OLD.outcome = 'done' OR OLD.action ~ '^(session|user|team)[.]';
  is_later boolean := NEW.created_at >= OLD.created_at;
  keeps_earlier boolean := OLD.outcome <> 'failed' OR NEW.details #> '{earlier}' @> OLD.details;
BEGIN
  IF is_fixed AND is_same_act AND is_same_outcome THEN RETURN NEW; END IF;
  IF is_fixed AND NOT is_final AND is_same_act THEN RETURN NEW; END IF;
  IF is_fixed AND NOT is_final AND NEW.outcome = 'intent' AND is_later AND keeps_earlier THEN RETURN NEW; END IF;
  RAISE EXCEPTION 'an audit entry is never changed' USING ERRCODE = 'insufficient_privilege';
END $$;
