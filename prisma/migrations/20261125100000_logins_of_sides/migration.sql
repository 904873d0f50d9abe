-- Running processes connect with a login of each side (docs/database-roles.md) and no longer as the owner.

-- The worker's queue runs under the service's role: what pg-boss reads and writes, and no more. A queue is a partition, which the
-- owner alone can make.
GRANT SELECT, UPDATE ON jobs.version TO checkout_system;
GRANT SELECT, INSERT, UPDATE ON jobs.schedule TO checkout_system;
GRANT SELECT, INSERT, UPDATE, DELETE ON jobs.job TO checkout_system;
GRANT SELECT, INSERT, DELETE ON jobs.archive TO checkout_system;
ALTER FUNCTION jobs.create_queue(text, json) SECURITY DEFINER SET search_path = jobs, pg_temp;
REVOKE ALL ON FUNCTION jobs.create_queue(text, json), jobs.delete_queue(text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION jobs.create_queue(text, json) TO checkout_system;

-- Every handler of a job is the service's: a job that the dashboard made would reach past the wall.
REVOKE ALL ON jobs.queue, jobs.job FROM checkout_dashboard, checkout_dashboard_system;
REVOKE USAGE ON SCHEMA jobs FROM checkout_dashboard, checkout_dashboard_system;

-- Since Postgres 16 a creator that is no superuser administers the roles that it made, and may not become them.
DO $$
DECLARE r text;
BEGIN
  IF current_setting('server_version_num')::int >= 160000 THEN
    FOREACH r IN ARRAY ARRAY['checkout_service', 'checkout_system', 'checkout_dashboard', 'checkout_dashboard_system', 'checkout_bank']
    LOOP
      IF NOT pg_has_role(current_user, r, 'SET') THEN
        EXECUTE format('GRANT %I TO CURRENT_USER WITH SET TRUE', r);
      END IF;
    END LOOP;
  END IF;
END $$;
