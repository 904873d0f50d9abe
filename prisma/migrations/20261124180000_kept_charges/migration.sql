-- A charge whose outcome is not known outlives every other row of its account: no cascade takes its key and its case along.
ALTER TABLE dashboard.charge DROP CONSTRAINT charge_connection_id_fkey,
  ADD CONSTRAINT charge_connection_id_fkey FOREIGN KEY (connection_id) REFERENCES dashboard.connection (id)
    ON DELETE RESTRICT ON UPDATE CASCADE;
