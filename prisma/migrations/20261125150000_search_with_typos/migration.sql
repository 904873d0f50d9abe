-- Patterns of LIKE for a fragment with one mistake: one character wrong, missing or too many, or two swapped. The first character and
-- digits are taken as typed: a mistake in the first is rare, and a number with another digit is another number.
CREATE FUNCTION dashboard.near_patterns(fragment text) RETURNS text[]
  LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT array_agg(DISTINCT '%' || regexp_replace(before, '([\\%_])', '\\\1', 'g') || between || regexp_replace(after, '([\\%_])', '\\\1', 'g') || '%')
  FROM generate_series(2, char_length(fragment)) AS at, LATERAL (VALUES
    (left(fragment, at - 1), '_', substr(fragment, at + 1), 1),
    (left(fragment, at - 1), '_', substr(fragment, at), 1),
    (left(fragment, at - 1), '', substr(fragment, at + 1), 1),
    (left(fragment, at - 1), '', substr(fragment, at + 1, 1) || substr(fragment, at, 1) || substr(fragment, at + 2), 2)
  ) AS near (before, between, after, length)
  WHERE substr(fragment, at, length) !~ '[0-9]'
$$;
REVOKE ALL ON FUNCTION dashboard.near_patterns(text) FROM PUBLIC;

-- Grams of a row that holds the other fragments, and of this one what no single mistake reaches. Null where too little is left.
CREATE FUNCTION dashboard.near_query(connection_id text, fragment text, others text[]) RETURNS tsquery
  LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN bool_and(kept IS NOT NULL) THEN string_agg('(' || kept::text || ')', ' | ')::tsquery END
  FROM generate_series(2, char_length(fragment)) AS at, LATERAL (
    SELECT dashboard.search_query(connection_id, others || array_remove(ARRAY[left(fragment, at - 1), substr(fragment, at + 2)], '')) AS kept
  ) AS of_position
  WHERE substr(fragment, at, 1) !~ '[0-9]'
$$;
REVOKE ALL ON FUNCTION dashboard.near_query(text, text, text[]) FROM PUBLIC;

-- The rows, at most `most`, that hold every fragment but one, and that one with a mistake; none where a row holds the fragments as they
-- are. Fragments shorter than `shortest`, those longer than 40 characters (whose patterns are too many) and e-mails have to be right.
-- Runs as the tables' owner for the same reason as `search_mirror`, and its filter is the policy's own. Empty where the index is
-- estimated to find more than `candidates` rows, each of which is compared with every pattern.
CREATE FUNCTION dashboard.search_near(noun text, fragments text[], shortest integer, candidates integer, most integer) RETURNS text[]
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp SET max_parallel_workers_per_gather = 0 AS $$
DECLARE
  tenant constant text := current_setting('app.tenant', true);
  source constant text := CASE noun
    WHEN 'payments' THEN 'dashboard.mirror_payment'
    WHEN 'customers' THEN 'dashboard.mirror_customer'
    WHEN 'links' THEN 'dashboard.mirror_link'
  END;
  asked tsquery;
  others text[];
  estimate json;
  found text[];
  near text[] := '{}';
BEGIN
  IF source IS NULL OR char_length(array_to_string(fragments, '')) > 100 THEN RETURN near; END IF;
  asked := dashboard.search_query(tenant, fragments);
  EXECUTE format('EXPLAIN (FORMAT JSON) SELECT FROM %s WHERE dashboard.search_grams(connection_id, search_text) @@ $1', source)
    INTO estimate USING asked;
  IF (estimate #>> '{0,Plan,Plan Rows}')::float8 > candidates THEN RETURN near; END IF;
  EXECUTE format('SELECT ARRAY(SELECT id FROM %s WHERE connection_id = $1 AND dashboard.search_grams(connection_id, search_text) @@ $2
      AND search_text LIKE ALL ($3) LIMIT 1)', source)
    INTO found USING tenant, asked,
      ARRAY(SELECT '%' || regexp_replace(fragment, '([\\%_])', '\\\1', 'g') || '%' FROM unnest(fragments) AS fragment);
  IF cardinality(found) > 0 THEN RETURN near; END IF;
  FOR place IN 1 .. cardinality(fragments) LOOP
    CONTINUE WHEN char_length(fragments[place]) NOT BETWEEN shortest AND 40 OR fragments[place] LIKE '%@%';
    others := fragments[: place - 1] || fragments[place + 1 :];
    asked := dashboard.near_query(tenant, fragments[place], others);
    CONTINUE WHEN asked IS NULL;
    EXECUTE format('EXPLAIN (FORMAT JSON) SELECT FROM %s WHERE dashboard.search_grams(connection_id, search_text) @@ $1', source)
      INTO estimate USING asked;
    CONTINUE WHEN (estimate #>> '{0,Plan,Plan Rows}')::float8 > candidates;
    EXECUTE format('SELECT ARRAY(SELECT id FROM %s WHERE connection_id = $1 AND dashboard.search_grams(connection_id, search_text) @@ $2
        AND search_text LIKE ALL ($3) AND search_text LIKE ANY ($4) LIMIT $5)', source)
      INTO found USING tenant, asked,
        ARRAY(SELECT '%' || regexp_replace(fragment, '([\\%_])', '\\\1', 'g') || '%' FROM unnest(others) AS fragment),
        dashboard.near_patterns(fragments[place]), most;
    near := near || found;
  END LOOP;
  RETURN near[: most];
END
$$;
REVOKE ALL ON FUNCTION dashboard.search_near(text, text[], integer, integer, integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION dashboard.search_near(text, text[], integer, integer, integer) TO checkout_dashboard;
