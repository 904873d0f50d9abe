-- Arabic and Hebrew names are found with and without points, vowel signs and hamzas, and texts without their invisible characters.
-- `foldText` of lib/domain contains the same lists. Signature and columns are the same, so that old processes run on: until they are
-- replaced, they find such texts only if these signs are left out.
CREATE OR REPLACE FUNCTION dashboard.fold_text(told text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  -- Most texts are plain letters, of one byte each: the rest is for the others.
  SELECT CASE WHEN octet_length(told) = char_length(told) THEN translate(lower(told COLLATE "C"), '`', '''') ELSE
    replace(replace(replace(replace(translate(
      lower(regexp_replace(normalize(replace(told, '´', ''''), NFKD),
        '[\u0300-\u036F\u0591-\u05BD\u05BF-\u05C7\u0610-\u061A\u0640\u064B-\u065F\u0670\u06D6-\u06DC\u06DF-\u06E4\u06E7\u06E8\u06EA-\u06ED\u00AD\u061C\u180E\u200B-\u200F\u202A-\u202E\u2060-\u2064\u2066-\u206F\uFEFF]',
        '', 'g') COLLATE "C"),
      'ΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩςАБВГДЕЖЗИКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯЄІҐЂЉЊЋЏЅЈØøŁłĐđÐðĦħŦŧıÆŒÞẞ’‘‛ʼ`′“”„‟«»‐‒–—−' || U&'\05BE\0649\0629\0671\06CC\06A9',
      'αβγδεζηθικλμνξοπρστυφχψωσабвгдежзиклмнопрстуфхцчшщъыьэюяєіґђљњћџѕјoollddddhhttiæœþß''''''''''''""""""-----' || U&'-\064A\0647\0627\064A\0643'
    ), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th'), 'ß', 'ss')
  END
$$;

-- The stored columns are computed by the function when their row is written.
-- step: batches
UPDATE dashboard.mirror_payment SET payer_name = payer_name WHERE ctid = ANY (ARRAY(
  SELECT ctid FROM dashboard.mirror_payment
  WHERE search_text ~ '[\u00AD\u0590-\u06FF\u180E\u200B-\u200F\u202A-\u202E\u2060-\u206F\uFEFF]'
    AND search_text <> dashboard.fold_text(payer_name || E'\n' || payer_email || E'\n' || coalesce(link_title, ''))
  LIMIT 20000))

-- step: batches
UPDATE dashboard.mirror_link SET title = title WHERE ctid = ANY (ARRAY(
  SELECT ctid FROM dashboard.mirror_link
  WHERE search_text ~ '[\u00AD\u0590-\u06FF\u180E\u200B-\u200F\u202A-\u202E\u2060-\u206F\uFEFF]'
    AND search_text <> dashboard.fold_text(title || E'\n' || dashboard.reference_text(snapshot))
  LIMIT 20000))

-- step: batches
UPDATE dashboard.mirror_customer SET name = name WHERE ctid = ANY (ARRAY(
  SELECT ctid FROM dashboard.mirror_customer
  WHERE search_text ~ '[\u00AD\u0590-\u06FF\u180E\u200B-\u200F\u202A-\u202E\u2060-\u206F\uFEFF]'
    AND search_text <> dashboard.fold_text(name || E'\n' || coalesce(email, '') || E'\n' || coalesce(external_ref, ''))
  LIMIT 20000))
