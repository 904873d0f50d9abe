-- An audit entry is written once. On the dashboard's side it then goes from intent to outcome; one that is done stays as it is, but
-- for what the removal of a connection does: the connection goes, and the name of its account is added.

REVOKE DELETE, TRUNCATE, UPDATE ON dashboard.audit_entry FROM checkout_dashboard, checkout_dashboard_system;
GRANT UPDATE (user_id, address, object_id, outcome, details, created_at, finished_at)
  ON dashboard.audit_entry TO checkout_dashboard, checkout_dashboard_system;
REVOKE DELETE, TRUNCATE, UPDATE ON service.audit_entry FROM checkout_service, checkout_system;

CREATE FUNCTION dashboard.refuse_audit_update() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  is_fixed boolean := (NEW.team_id, NEW.id, NEW.action) IS NOT DISTINCT FROM (OLD.team_id, OLD.id, OLD.action)
    AND (NEW.connection_id IS NULL OR NEW.connection_id IS NOT DISTINCT FROM OLD.connection_id);
  is_same_act boolean := (NEW.user_id, NEW.address, NEW.created_at) IS NOT DISTINCT FROM (OLD.user_id, OLD.address, OLD.created_at);
  is_same_outcome boolean := (NEW.object_id, NEW.outcome, NEW.finished_at) IS NOT DISTINCT FROM (OLD.object_id, OLD.outcome, OLD.finished_at)
    AND NEW.details - 'account' = OLD.details - 'account'
    AND (NOT OLD.details ? 'account' OR NEW.details -> 'account' = OLD.details -> 'account');
BEGIN
  IF is_fixed AND is_same_act AND is_same_outcome THEN RETURN NEW; END IF;
  -- Another try of the same intent has another member, address and time; the earlier one stands in its details.
  IF is_fixed AND OLD.outcome <> 'done' AND (is_same_act OR NEW.outcome = 'intent') THEN RETURN NEW; END IF;
  RAISE EXCEPTION 'an audit entry is never changed' USING ERRCODE = 'insufficient_privilege';
END $$;

CREATE FUNCTION dashboard.refuse_audit_removal() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF pg_has_role(current_user, (SELECT relowner FROM pg_class WHERE oid = TG_RELID), 'USAGE') THEN
    RETURN NULL;
  END IF;
  RAISE EXCEPTION 'an audit entry is never deleted' USING ERRCODE = 'insufficient_privilege';
END $$;

CREATE FUNCTION service.refuse_audit_change() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF pg_has_role(current_user, (SELECT relowner FROM pg_class WHERE oid = TG_RELID), 'USAGE') THEN
    RETURN NULL;
  END IF;
  RAISE EXCEPTION 'an audit entry is never changed' USING ERRCODE = 'insufficient_privilege';
END $$;

CREATE TRIGGER audit_entry_update BEFORE UPDATE ON dashboard.audit_entry
  FOR EACH ROW EXECUTE FUNCTION dashboard.refuse_audit_update();
CREATE TRIGGER audit_entry_removal BEFORE DELETE OR TRUNCATE ON dashboard.audit_entry
  FOR EACH STATEMENT EXECUTE FUNCTION dashboard.refuse_audit_removal();
CREATE TRIGGER audit_entry_change BEFORE UPDATE OR DELETE OR TRUNCATE ON service.audit_entry
  FOR EACH STATEMENT EXECUTE FUNCTION service.refuse_audit_change();
