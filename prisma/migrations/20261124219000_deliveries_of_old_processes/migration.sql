-- A process of the version before the developer panel names neither kind nor object of a delivery: they are its event's. The
-- event is of the same statement, so the function is VOLATILE, which sees what its statement wrote. Both go one version later.
CREATE FUNCTION service.fill_delivery() RETURNS trigger LANGUAGE plpgsql VOLATILE SET search_path = service, pg_temp AS $$
BEGIN
  SELECT e.kind, e.object_id INTO NEW.kind, NEW.object_id
    FROM service.event e WHERE e.account_id = NEW.account_id AND e.id = NEW.event_id;
  RETURN NEW;
END
$$;
CREATE TRIGGER delivery_of_old_process BEFORE INSERT ON service.delivery
  FOR EACH ROW WHEN (NEW.kind IS NULL OR NEW.object_id IS NULL) EXECUTE FUNCTION service.fill_delivery();
