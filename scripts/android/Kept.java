package stub;

import java.lang.reflect.Constructor;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/**
 * What the stubs of the Android API remember. A fake of ours: it has Android's names and types and none of its behaviour. A setter keeps, a getter gives
 * back, every call is noted. What a class method would do is up to a test that overrides it.
 */
public final class Kept {
    private static final Map<Object, Map<String, Object>> VALUES = Collections.synchronizedMap(new IdentityHashMap<>());
    private static final Map<Object, List<String>> CALLS = Collections.synchronizedMap(new IdentityHashMap<>());

    private Kept() {}

    /** Keep a property. */
    public static void put(Object of, String name, Object value) {
        VALUES.computeIfAbsent(of, key -> Collections.synchronizedMap(new HashMap<>())).put(name, value);
    }

    /** A property, or what stands for nothing. */
    public static Object get(Object of, String name, Object nothing) {
        Object found = VALUES.getOrDefault(of, Map.of()).get(name);
        return found == null ? nothing : found;
    }

    /** Note a call, with what it was given. */
    public static void call(Object of, String name, Object... given) {
        CALLS.computeIfAbsent(of, key -> Collections.synchronizedList(new ArrayList<>())).add(name + Arrays.toString(given));
    }

    /** The calls noted so far, oldest first. */
    public static List<String> calls(Object of) {
        return List.copyOf(CALLS.getOrDefault(of, List.of()));
    }

    /** An object of a class that has no public constructor, or whose constructor a test does not care for. */
    public static <T> T made(Class<T> kind) {
        try {
            Constructor<T> constructor = kind.getDeclaredConstructor(Kept.class);
            constructor.setAccessible(true);
            return constructor.newInstance((Object) null);
        } catch (ReflectiveOperationException error) {
            throw new IllegalArgumentException(kind + " is not a class that a stub can make", error);
        }
    }

    /** What a builder builds: an object that remembers what the builder was told. */
    public static <T> T built(Object builder, Class<T> kind) {
        T made = made(kind);
        VALUES.getOrDefault(builder, Map.of()).forEach((name, value) -> put(made, name, value));
        return made;
    }
}
